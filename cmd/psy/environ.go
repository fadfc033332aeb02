// Environment variables that stand for options of psy run.

package main

import (
	"errors"
	"strconv"
	"strings"
)

// environment adds what the environment says to the options.
func (r *runOptions) environment() {
	if r.flags.IgnoreEnvironment == 0 {
		r.variables()
	}
	if _, given := r.xoptions["dev"]; given {
		r.flags.DevMode = true
	}
	if _, given := r.xoptions["warn_default_encoding"]; given {
		r.flags.WarnDefaultEncoding = true
	}
	if r.flags.DevMode {
		r.warnings = append([]string{"default"}, r.warnings...)
	}
	switch {
	case r.flags.BytesWarning > 1:
		r.warnings = append(r.warnings, "error::BytesWarning")
	case r.flags.BytesWarning == 1:
		r.warnings = append(r.warnings, "default::BytesWarning")
	}
}

func (r *runOptions) variables() {
	for _, f := range []struct {
		name string
		flag *int
	}{
		{"PYTHONDEBUG", &r.flags.Debug}, {"PYTHONVERBOSE", &r.flags.Verbose}, {"PYTHONOPTIMIZE", &r.flags.Optimize},
		{"PYTHONDONTWRITEBYTECODE", &r.flags.DontWriteBytecode}, {"PYTHONNOUSERSITE", &r.flags.NoUserSite}, {"PYTHONINSPECT", &r.flags.Inspect},
	} {
		*f.flag = max(*f.flag, flagValue(r.env(f.name)))
	}
	if r.env("PYTHONSAFEPATH") != "" {
		r.flags.SafePath = true
	}
	if r.env("PYTHONDEVMODE") != "" {
		r.flags.DevMode = true
	}
	if r.env("PYTHONWARNDEFAULTENCODING") != "" {
		r.flags.WarnDefaultEncoding = true
	}
	if v := r.env("PYTHONWARNINGS"); v != "" {
		r.warnings = append(strings.Split(v, ","), r.warnings...)
	}
}

// flagValue is the level that a variable sets: its number, 1 for any other text.
func flagValue(v string) int {
	if v == "" {
		return 0
	}
	if n, err := strconv.Atoi(v); err == nil && n >= 0 {
		return n
	}
	return 1
}

// intMaxStrDigits is the limit of -X int_max_str_digits or PYTHONINTMAXSTRDIGITS; -1 without one.
func (r *runOptions) intMaxStrDigits() (int, error) {
	const least = 640
	what, v := "-X int_max_str_digits", r.xoptions["int_max_str_digits"]
	if _, given := r.xoptions["int_max_str_digits"]; !given {
		what, v = "PYTHONINTMAXSTRDIGITS", r.env("PYTHONINTMAXSTRDIGITS")
		if v == "" {
			return -1, nil
		}
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 0 && n < least {
		return -1, errors.New(what + ": invalid limit; must be >= " + strconv.Itoa(least) + " or 0 for unlimited.")
	}
	return n, nil
}

// cpuCount is the number of -X cpu_count or PYTHON_CPU_COUNT; 0 without one.
func (r *runOptions) cpuCount() (int, error) {
	what := "-X cpu_count=n option"
	v, given := r.xoptions["cpu_count"]
	if !given {
		if what, v = "PYTHON_CPU_COUNT", r.env("PYTHON_CPU_COUNT"); v == "" {
			return 0, nil
		}
	}
	if v == "default" {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		return 0, errors.New(what + ": n is missing or an invalid number, n must be greater than 0")
	}
	return n, nil
}
