// sys.flags, version_info and the like.

package modules

import (
	"math"
	"runtime"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	versionInfo = native.NewStructSeq("sys.version_info",
		[]string{"major", "minor", "micro", "releaselevel", "serial"}, 5)
	flagsInfo = native.NewStructSeq("sys.flags",
		[]string{"debug", "inspect", "interactive", "optimize", "dont_write_bytecode", "no_user_site", "no_site", "ignore_environment", "verbose",
			"bytes_warning", "quiet", "hash_randomization", "isolated", "dev_mode", "utf8_mode", "warn_default_encoding", "safe_path",
			"int_max_str_digits", "gil"}, 18)
	floatInfo = native.NewStructSeq("sys.float_info",
		[]string{"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"}, 11)
	intInfo = native.NewStructSeq("sys.int_info",
		[]string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"}, 4)
	hashInfo = native.NewStructSeq("sys.hash_info",
		[]string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"}, 9)
	threadInfo = native.NewStructSeq("sys.thread_info",
		[]string{"name", "lock", "version"}, 3)
	asyncGenHooks = native.NewStructSeq("asyncgen_hooks", []string{"firstiter", "finalizer"}, 2)
)

func initSysStructs(t *Thread, d *object.Dict, o *Options) bool {
	n := func(i int) Value { return object.SmallInt(int64(i)) }
	s := func(text string) Value { return object.NewStr(t, text) }
	random := 0
	if o.HashRandom {
		random = 1
	}
	utf8 := 0
	if o.UTF8Mode {
		utf8 = 1
	}
	f := o.Flags
	encodingWarning := 0
	if f.WarnDefaultEncoding {
		encodingWarning = 1
	}
	version := versionInfo.Make(t, n(3), n(13), n(0), s("final"), n(0))
	impl := object.NewSimpleNamespace(t)
	if version == null || impl == null {
		return false
	}
	attr := func(k string, v Value) bool { return v != null && object.SetAttr(t, impl, object.Intern(t, k), v) }
	set := func(name string, v Value) bool { return v != null && d.SetStr(t, name, v) }
	return set("version_info", version) &&
		attr("name", s("cpython")) && attr("cache_tag", s("cpython-313")) && attr("version", version) && attr("hexversion", n(0x030d00f0)) &&
		attr("_multiarch", s(multiarch())) &&
		set("implementation", impl) &&
		set("flags", flagsInfo.Make(t, n(f.Debug), n(f.Inspect), n(f.Interactive), n(f.Optimize), n(f.DontWriteBytecode), n(f.NoUserSite), n(f.NoSite),
			n(f.IgnoreEnvironment), n(f.Verbose), n(f.BytesWarning), n(f.Quiet), n(random), n(f.Isolated), object.Bool(f.DevMode), n(utf8), n(encodingWarning),
			object.Bool(f.SafePath), n(t.RT.IntMaxStrDigits), n(1))) &&
		set("float_info", floatInfo.Make(t, object.Float(math.MaxFloat64), n(1024), n(308), object.Float(0x1p-1022), n(-1021), n(-307), n(15), n(53),
			object.Float(0x1p-52), n(2), n(1))) &&
		set("int_info", intInfo.Make(t, n(30), n(4), n(4300), n(640))) &&
		set("hash_info", hashInfo.Make(t, n(64), object.NewInt(t, 1<<61-1), n(314159), n(0), n(1000003), s("siphash13"), n(64), n(128), n(0))) &&
		set("thread_info", threadInfo.Make(t, s("pthread"), s("semaphore"), none))
}

// multiarch names the platform as the library's sysconfig has it in the name of a module.
func multiarch() string {
	if cpu := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]; runtime.GOOS == "linux" && cpu != "" {
		return cpu + "-linux-gnu"
	}
	return runtime.GOOS
}
