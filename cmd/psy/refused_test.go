// A system that refuses executable memory, as hardened ones do: a filter of system calls (seccomp) stands in the way of psy's process.

//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

const refuse = "PSY_TEST_REFUSE" // in the environment: become psy, behind that filter

// refusals are filters for the calls that they name; the others go through. They see a number at 0 and arguments from 16 on.
var refusals = map[string][]unix.SockFilter{
	"memfd_create": {
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_MEMFD_CREATE, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	},
	"mmap": { // with PROT_EXEC
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_MMAP, Jf: 3},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 16 + 2*8},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.PROT_EXEC, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	},
}

// A process that was started for it becomes psy behind a filter.
func init() {
	filter := refusals[os.Getenv(refuse)]
	if filter == nil {
		return
	}
	runtime.LockOSThread() // the filter is this thread's, and goes through exec
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&prog)), 0, 0)
	}
	if err != nil {
		fmt.Println("no filter:", err)
		os.Exit(0)
	}
	panic(unix.Exec(os.Args[1], os.Args[1:], os.Environ()))
}

// Without permission to have executable memory psy says so once, and tier 2 runs the program.
func TestRefused(t *testing.T) {
	for call, why := range map[string]string{
		"memfd_create": "codebuf: the system refuses memory for code: memfd_create: permission denied",
		"mmap":         "codebuf: the system refuses executable memory: mmap: operation not permitted",
	} {
		for _, engine := range []string{"auto", "psyco", "tier1"} {
			t.Run(call+" "+engine, func(t *testing.T) {
				want := psy(t, "", "run", "-Xpsy.engine=tier1", "testdata/argv.pyc", "x")
				cmd := psyCommand("run", "-Xpsy.threshold=0", "-Xpsy.engine="+engine, "testdata/argv.pyc", "x")
				cmd.Args = append([]string{os.Args[0]}, cmd.Args...)
				cmd.Path, cmd.Env = os.Args[0], append(cmd.Env, refuse+"="+call)
				got := finish(t, cmd, "")
				if strings.HasPrefix(got.out, "no filter:") {
					t.Skip(got.out)
				}
				said := ""
				if engine != "tier1" {
					said = "psy: no machine code: " + why + "; tier 2 runs the program\n"
				}
				if got.status != 0 || got.out != want.out || got.errOut != said {
					t.Errorf("status %d, stdout %q, stderr %q\nwant stdout %q, stderr %q", got.status, got.out, got.errOut, want.out, said)
				}
			})
		}
	}
}
