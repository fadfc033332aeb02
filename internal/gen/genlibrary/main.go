// Command genlibrary prepares the standard library for psy, from the Go module that contains it.
//
//	go run ./internal/gen/genlibrary known      writes the checksums of the library's compiled modules, for package codecache
//	go run ./internal/gen/genlibrary archive [OS-ARCH]    writes the archive that release binaries contain instead of the module
package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/host/library"
)

// Where the library is to be seen, and what is written where, from the root of the repository.
const (
	folder      = "/<psy>/lib/python3.13/"
	knownFile   = "internal/front/codecache/generated_known.txt"
	archiveFile = "internal/host/library/library.zip"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "genlibrary:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	lib := library.Embedded()
	switch {
	case len(args) == 2 && args[0] == "archive":
		var err error
		if lib, err = libraryFor(args[1]); err != nil {
			return err
		}
	case len(args) != 1 || args[0] != "known" && args[0] != "archive":
		return fmt.Errorf("usage: genlibrary known | archive [OS-ARCH]")
	case lib == nil:
		return fmt.Errorf("this build has no library to take anything from")
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	make, file := known, knownFile
	if args[0] == "archive" {
		make, file = archive, archiveFile
	}
	data, err := make(lib)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, file), data, 0o644)
}

// libraryFor is the library for another system, as the module's folder has it.
func libraryFor(target string) (fs.FS, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/kluctl/go-embed-python").Output()
	if err != nil {
		return nil, err
	}
	inside := "lib/python3.13"
	if strings.HasPrefix(target, "windows-") {
		inside = "Lib"
	}
	base := os.DirFS(filepath.Join(strings.TrimSpace(string(out)), "python/internal/data", target, inside))
	_, err = fs.Stat(base, "os.py")
	return library.Complete(base), err
}

// moduleRoot is the folder with go.mod, from here upwards.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod here or above")
		}
		dir = up
	}
	return "", err
}

// known compiles all modules and gives the sums of what comes out, as compiled files and as images, a line each, sorted.
func known(lib fs.FS) ([]byte, error) {
	var sums []string
	err := fs.WalkDir(lib, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".py") {
			return err
		}
		src, err := fs.ReadFile(lib, name)
		if err != nil {
			return err
		}
		code, err := compiled(name, src)
		if code == nil || err != nil {
			return err
		}
		body, err := pyc.Dump(&pyc.Program{Code: code})
		sums = append(sums, codecache.KnownSum(body)+"\n", codecache.KnownSum(pyc.MakeImage(code))+"\n")
		return err
	})
	slices.Sort(sums)
	return []byte(strings.Join(slices.Compact(sums), "")), err
}

// compiled is a module's code; nil if the source is not for importing.
func compiled(name string, src []byte) (*pyc.Code, error) {
	text, bad := syntax.Decode(src)
	if bad != nil {
		return nil, nil
	}
	code, err := codegen.Source(text, syntax.Options{MaxDigits: 4300}, codegen.Options{Filename: folder + name})
	if err == nil {
		err = code.Verify()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return code, nil
}

// archive packs all files of the library, and its modules compiled, for where there can be no cache.
func archive(lib fs.FS) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := fs.WalkDir(lib, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(lib, name)
		if err != nil {
			return err
		}
		if err := pack(z, name, data); err != nil || !strings.HasSuffix(name, ".py") {
			return err
		}
		code, err := compiled(name, data)
		if code == nil || err != nil {
			return err
		}
		body, err := pyc.Dump(&pyc.Program{Header: pyc.Header{MTime: uint32(library.Date.Unix()), Size: uint32(len(data))}, Code: code})
		if err == nil {
			err = pack(z, path.Dir(name)+"/__pycache__/"+strings.TrimSuffix(path.Base(name), ".py")+".cpython-313.pyc", body)
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	return b.Bytes(), err
}

func pack(z *zip.Writer, name string, data []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: path.Clean(name), Method: zip.Deflate, Modified: library.Date})
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}
