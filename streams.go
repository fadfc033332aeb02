// The streams of Config, seen by Python. What panics in them is an error there.

package psy

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/psyco-go/psy/internal/vm/object"
)

type guardedReader struct{ r io.Reader }

func guardReader(r io.Reader) io.Reader {
	if r == nil {
		return nil
	}
	return guardedReader{r}
}

func (g guardedReader) Read(p []byte) (n int, err error) {
	defer guard(&err)
	n, err = g.r.Read(p)
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("psy: a Reader gave %d of %d bytes", n, len(p))
	}
	return n, err
}

type guardedWriter struct{ w io.Writer }

func guardWriter(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return guardedWriter{w}
}

func (g guardedWriter) Write(p []byte) (n int, err error) {
	defer guard(&err)
	n, err = g.w.Write(p)
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("psy: a Writer took %d of %d bytes", n, len(p))
	}
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// guard makes an error of a panic; to be deferred.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

// hashSeed reads the key of str hashes; without a source it is fixed.
func hashSeed(r io.Reader) (seed object.HashSeed, random bool, err error) {
	if r == nil {
		return seed, false, nil
	}
	var b [16]byte
	if err := readFull(r, b[:]); err != nil {
		return seed, false, err
	}
	return object.HashSeed{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}, true, nil
}

func readFull(r io.Reader, b []byte) (err error) {
	defer guard(&err)
	_, err = io.ReadFull(r, b)
	return err
}

// SystemRandom is the system's randomness, for Config.Random.
var SystemRandom io.Reader = rand.Reader
