// Whose floats a CPython has, and where its library is.

package oracle

import (
	"os/exec"
	"strings"
)

// OtherFloats says what C library and processor a CPython computes with, unless they are those whose results psy gives (then it is empty).
func OtherFloats(python string) string {
	out, err := exec.Command(python, "-I", "-c", `
import platform
try:
    flags = next((l for l in open("/proc/cpuinfo") if l.startswith("flags")), "").split()
except OSError:
    flags = ()
print(*platform.libc_ver(), platform.machine(), "with" if "fma" in flags and "avx2" in flags else "without", "FMA")`).CombinedOutput()
	if err != nil {
		return err.Error()
	}
	if s := strings.TrimSpace(string(out)); s != "glibc 2.36 x86_64 with FMA" {
		return s
	}
	return ""
}

// Home is the folder of a CPython, as PYTHONHOME names it.
func Home(python string) (string, error) {
	out, err := exec.Command(python, "-I", "-c", "import sys; print(sys.base_prefix, end='')").Output()
	return string(out), err
}
