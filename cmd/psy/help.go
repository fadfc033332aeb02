// The help texts of the command line, made of the table of options.

package main

import (
	"fmt"
	"io"
	"strings"
)

const wide = 79

// usageLine is how the program is called.
func (r *runOptions) usageLine() string {
	return "usage: " + r.called + " [option] ... [-c cmd | -m mod | file | -] [arg] ..."
}

func (r *runOptions) showHelp() {
	w := r.stdout
	fmt.Fprintln(w, r.usageLine())
	fmt.Fprintln(w, "Options, and the variables of the environment that say the same:")
	for _, o := range letters {
		if o.help == "" {
			continue
		}
		name, help := "--"+o.long, o.help
		if o.letter != 0 {
			name = "-" + string(o.letter)
		}
		if o.arg != "" {
			name += " " + o.arg
		}
		if o.letter != 0 && o.long != "" {
			help += " (also --" + o.long + ")"
		}
		if o.env != "" {
			help += " (" + o.env + ")"
		}
		entry(w, name, help, 7)
	}
	fmt.Fprintln(w, "\nWhat is run:")
	entry(w, "file", "a source, a .pyc file, or a folder or zip file with a module __main__", 7)
	entry(w, "-", "standard input; so without a file, but on a terminal there is a prompt", 7)
	entry(w, "arg ...", "the program's arguments: sys.argv[1:]", 7)
	if !calledPython(r.called) {
		entry(w, "Other", "psy help lists psy's other commands; its own -X psy.* are in --help-xoptions", 7)
	}
}

func (r *runOptions) showHelpEnv() {
	w := r.stdout
	fmt.Fprintln(w, "Variables of the environment:")
	for _, o := range variables {
		if o.x == "" {
			entry(w, o.env, o.help, 16)
		}
	}
	fmt.Fprintln(w, "\nVariables that say the same as options:")
	for _, o := range options {
		switch {
		case o.env == "" || o.x == "" && o.letter == 0:
		case o.x != "":
			entry(w, o.env, o.help+" (-X "+o.x+")", 16)
		default:
			entry(w, o.env, o.help+" (-"+string(o.letter)+")", 16)
		}
	}
}

func (r *runOptions) showHelpX() {
	w := r.stdout
	fmt.Fprintln(w, "Options of this implementation:")
	for _, o := range variables {
		if o.x == "" {
			continue
		}
		help := o.help
		if o.env != "" {
			help += " (" + o.env + ")"
		}
		entry(w, "-X "+o.x+o.arg, help, 7)
	}
	fmt.Fprintln(w, "\npsy's own:")
	d := defaults()
	for _, s := range switches {
		fmt.Fprintln(w, s.Usage(&d))
	}
}

// entry writes a name, in a column of some width, and what it means, in lines below each other.
func entry(w io.Writer, name, help string, width int) {
	line, margin := fmt.Sprintf("%-*s:", width, name), strings.Repeat(" ", width+2)
	for _, word := range strings.Fields(help) {
		if len(line)+1+len(word) > wide {
			fmt.Fprintln(w, line)
			line = margin[:len(margin)-1]
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}
