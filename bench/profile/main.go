// Command profile runs bench/programs in this process, in tier 1 and in tier 2, library.py, which does what large programs do, in tier 1 and with the
// compiler, and rows of bench/library. It writes where the time goes to cmd/psy/default.pgo, from which the Go compiler learns which functions are hot: it aligns the loops
// of these and inlines the calls between them.
//
//	go run ./bench/profile [--out cmd/psy/default.pgo]
//
// It matters most for the interpreter's loop, whose speed otherwise depends on where the linker happens to put it.
package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"strings"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/world"
)

//go:embed library.py
var libraryProgram []byte

// libraryRuns is how often library.py runs with each engine: it takes a third of the profile's time.
const libraryRuns = 6

// rows are those of bench/library whose time is in loops over bytes and in the translated SQLite; they take a tenth.
var rows = []string{"sqlite_group", "sqlite_scan", "sqlite_join", "sqlite_executemany", "sqlite_file", "sqlite_sort", "lzma_decompress", "lzma_compress",
	"zlib_decompress", "zlib_compress", "gzip_lines", "csv_read"}

const rowSeconds = "0.8"

func main() {
	dir := flag.String("dir", "bench/programs", "folder of the programs")
	rowsFile := flag.String("rows", "bench/library/rows.py", "the program with the rows")
	out := flag.String("out", "cmd/psy/default.pgo", "file to write")
	flag.Parse()
	if err := run(*dir, *rowsFile, *out); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func run(dir, rowsFile, out string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.pyc"))
	if err != nil {
		return err
	}
	rowsProgram, err := os.ReadFile(rowsFile)
	if err != nil {
		return err
	}
	debug.SetMaxStack(4 << 30)
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return err
	}
	for _, f := range files {
		for _, traces := range []bool{false, true} {
			if err := execute(f, traces); err != nil {
				pprof.StopCPUProfile()
				return fmt.Errorf("%s: %w", f, err)
			}
		}
	}
	for range libraryRuns {
		for _, engine := range []world.Engine{world.Tier1, world.Compiler} {
			if err := executeSource(libraryProgram, engine, "library.py"); err != nil {
				pprof.StopCPUProfile()
				return err
			}
		}
	}
	for _, row := range rows {
		if err := executeSource(rowsProgram, world.Compiler, "rows.py", row, rowSeconds); err != nil {
			pprof.StopCPUProfile()
			return err
		}
	}
	pprof.StopCPUProfile()
	data, err := withoutPaths(profile.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o644)
}

// withoutPaths leaves only the last part of the absolute file names in a profile: they are of no use on another machine.
func withoutPaths(profile []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	out, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	const stringTable, bytesType = 6, 2 // of the message Profile in pprof's profile.proto
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		size, m := binary.Uvarint(data[max(n, 0):])
		if n <= 0 || m <= 0 {
			return nil, errors.New("a damaged profile")
		}
		end := n + m
		if key&7 == bytesType {
			end += int(size)
		}
		field := data[:end]
		data = data[end:]
		if text := field[n+m:]; key == stringTable<<3|bytesType && filepath.IsAbs(string(text)) {
			text = []byte(filepath.Base(string(text)))
			field = append(binary.AppendUvarint(binary.AppendUvarint(nil, key), uint64(len(text))), text...)
		}
		out.Write(field)
	}
	if err := out.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// executeSource runs a program, args[0], in a world of its own, without a cache: modules are compiled.
func executeSource(program []byte, engine world.Engine, args ...string) error {
	c := configuration(args...)
	c.Mount(library.Embedded(), library.Origin())
	c.Engine = engine
	w, err := world.New(c)
	if err != nil {
		return err
	}
	defer w.Close()
	if status := modules.Run(w.Main, nil, modules.Source(program, args[0])); status != 0 {
		return fmt.Errorf("%s: status %d", strings.Join(args, " "), status)
	}
	return nil
}

// configuration is that of a world in which a program runs.
func configuration(args ...string) world.Config {
	return world.Config{Settings: config.Default(), Options: modules.Options{System: &system.Process{},
		HashSeed: object.HashSeed{1, 2}, Args: args, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: os.Stderr,
	}}
}

// execute runs one program in a world of its own, by tier 1 alone or with tier 2.
func execute(file string, traces bool) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	prog, err := pyc.Load(data)
	if err != nil {
		return err
	}
	c := configuration(file)
	if traces {
		c.Engine = world.Tier2
	}
	w, err := world.New(c)
	if err != nil {
		return err
	}
	defer w.Close()
	if status := modules.RunMain(w.Main, prog, file); status != 0 {
		return fmt.Errorf("status %d", status)
	}
	return nil
}
