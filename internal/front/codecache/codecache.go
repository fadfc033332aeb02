// Package codecache is the cache of code objects. Those of the library's modules are kept in files below the user's cache folder, so that each
// module is compiled once. Those that one runtime has decoded and verified are kept in memory, for all other runtimes of the process. It must not
// know what a module is, nor the heap.
//
// A file of the cache is trusted no more than any other compiled file: it is checked against its checksum, so that damage is noticed, and then
// verified, so that nothing in it can do harm. Only data with the checksum of a module that was verified when psy was made is not verified again
// (known.go): it is kept as an image, of which only the needed parts are read. A file with any fault counts as missing. Failures to read or write
// files are not reported.
package codecache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// magic begins each file of the cache; another form of file has another one.
const magic = "psy code 2\n"

const headSize = len(magic) + 4

// Bounds of what is kept on disk: folders of other builds of psy, and files that stand for texts of any origin.
const (
	maxFolders = 6
	maxAge     = 60 * 24 * time.Hour
	maxFiles   = 4000
)

// inUse is how old the time of a folder gets before a process that uses the folder sets it.
const inUse = time.Hour

// Disk is a folder of cached files. A nil Disk keeps nothing.
type Disk struct {
	root string // the folder of all builds

	once sync.Once
	dir  string // this build's; "": there is none
	tidy sync.Once
	own  pack
}

// Below gives the cache in a folder; "" stands for psy below the user's cache folder. nil: there is none.
func Below(root string) *Disk {
	home := ""
	if root == "" {
		user, err := os.UserCacheDir()
		if err != nil || !filepath.IsAbs(user) {
			return nil
		}
		home, root = filepath.Dir(user), filepath.Join(user, "psy")
	}
	disks.Lock()
	defer disks.Unlock()
	if disks.of[root] == nil {
		if home != "" {
			if _, err := os.Stat(home); err != nil { // a home that is not there is not made
				return nil
			}
		}
		if disks.of == nil {
			disks.of = map[string]*Disk{}
		}
		disks.of[root] = &Disk{root: root}
	}
	return disks.of[root]
}

var disks struct {
	sync.Mutex
	of map[string]*Disk
}

// build is a name for this build of psy: another one may compile otherwise.
var build = sync.OnceValue(func() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	st, err := os.Stat(exe)
	if err != nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%d\x00%d\x00", exe, st.ModTime().UnixNano(), st.Size())
	if info, ok := debug.ReadBuildInfo(); ok {
		fmt.Fprintf(h, "%s\x00", info.Main.Version)
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				io.WriteString(h, s.Value)
			}
		}
	}
	return "build-" + hex.EncodeToString(h.Sum(nil)[:10])
})

// folder is the folder of this build; "" if there can be none.
func (d *Disk) folder() string {
	d.once.Do(func() {
		if b := build(); b != "" {
			d.dir = filepath.Join(d.root, b)
			d.touch()
		}
	})
	return d.dir
}

// touch makes the time of the folder that of its last use, about: what is only read is not older than what is written.
func (d *Disk) touch() {
	now := time.Now()
	if info, err := os.Lstat(d.dir); err == nil && info.IsDir() && now.Sub(info.ModTime()) > inUse {
		os.Chtimes(d.dir, now, now)
	}
}

// Text is the name by which the code of a text is kept that is known by nothing but what it is.
func Text(filename string, text []byte) string {
	h := sha256.New()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(filename))))
	h.Write([]byte(filename))
	h.Write(text)
	return "text-" + hex.EncodeToString(h.Sum(nil)[:16])
}

func (d *Disk) file(name string) string {
	dir := d.folder()
	if dir == "" || strings.ContainsAny(name, `/\`) {
		return ""
	}
	return filepath.Join(dir, name)
}

// Kept is verified code: an image of it, or the code itself. Both nil: there is none.
type Kept struct {
	Image *pyc.Image
	Code  *pyc.Code
}

// None tells whether there is no code.
func (k Kept) None() bool { return k.Image == nil && k.Code == nil }

// Room is memory that files are read into, one after the other. What is read is overwritten by what is read next.
type Room struct{ b []byte }

// Take gives n bytes with any contents. A nil Room gives other memory each time, and so does any for very many bytes.
func (r *Room) Take(n int) []byte {
	const least, most = 256 << 10, 1 << 20 // the system gives memory only for what is written
	if r == nil || n > most {
		return make([]byte, n)
	}
	if cap(r.b) < n {
		r.b = make([]byte, max(n+n/2, least))
	}
	return r.b[:n]
}

// Leave says that what was read last stays in use.
func (r *Room) Leave() {
	if r != nil {
		r.b = nil
	}
}

// Read gives the code that is kept by a name. An image lies in room.
func (d *Disk) Read(name string, room *Room) Kept {
	if d == nil {
		return Kept{}
	}
	body := d.body(name, room)
	if body == nil {
		return Kept{}
	}
	kept := load(body)
	if kept.Code != nil {
		room.Leave()
	}
	return kept
}

// body is what a file was made of; nil: there is no file, or it is damaged.
func (d *Disk) body(name string, room *Room) []byte {
	file := d.file(name)
	if file == "" {
		return nil
	}
	data, err := readFile(file, room)
	if err != nil || len(data) < headSize || string(data[:len(magic)]) != magic {
		return nil
	}
	if body := data[headSize:]; binary.LittleEndian.Uint32(data[len(magic):]) == sum(name, body) {
		return body
	}
	return nil
}

// readFile is os.ReadFile into room.
func readFile(name string, room *Room) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := room.Take(int(st.Size()))
	_, err = io.ReadFull(f, data)
	return data, err
}

// load reads an image, or a compiled file whose header is empty.
func load(body []byte) Kept {
	known := isKnown(body)
	if image := pyc.OpenImage(body); image != nil {
		if !known {
			return Kept{}
		}
		return Kept{Image: image}
	}
	read := pyc.Load
	if known {
		read = pyc.LoadVerified
	}
	prog, err := read(body)
	if err != nil {
		return Kept{}
	}
	return Kept{Code: prog.Code}
}

// Packed reads a compiled file of any origin, whatever its header says.
func Packed(data []byte) Kept {
	head := pyc.AppendHeader(nil, pyc.Header{})
	if _, err := pyc.ParseHeader(data); err != nil || len(data) < len(head) {
		return Kept{}
	}
	return load(append(head, data[len(head):]...))
}

// sum is taken of the name too: a file under another one's name is none. Go's tables for this polynomial take 3 us when the process starts, those for
// Castagnoli's 140.
func sum(name string, body []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE([]byte(name)), crc32.IEEETable, body)
}

// Write keeps verified code by a name, if that is possible, and gives what there is of the code now. A reader at the same time sees no file, the old
// one, or the new one.
func (d *Disk) Write(name string, code *pyc.Code) Kept {
	if d == nil || d.file(name) == "" {
		return Kept{Code: code}
	}
	if body := pyc.MakeImage(code); body != nil && isKnown(body) {
		d.store(name, body)
		return Kept{Image: pyc.OpenImage(body)}
	}
	if body, err := pyc.Dump(&pyc.Program{Code: code}); err == nil {
		d.store(name, body)
	}
	return Kept{Code: code}
}

// make makes the folder, and reports whether it is there.
func (d *Disk) make() bool {
	if os.MkdirAll(d.folder(), 0o700) != nil {
		return false
	}
	d.tidy.Do(func() {
		now := time.Now()
		os.Chtimes(d.folder(), now, now) // files that grow do not say that the folder is in use
		d.drop()
	})
	return true
}

// store writes a file.
func (d *Disk) store(name string, body []byte) {
	if !d.make() {
		return
	}
	file := d.file(name)
	data := binary.LittleEndian.AppendUint32([]byte(magic), sum(name, body))
	temp, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return
	}
	_, err = temp.Write(append(data, body...))
	if closed := temp.Close(); err != nil || closed != nil || os.Rename(temp.Name(), file) != nil {
		os.Remove(temp.Name())
	}
}

// drop removes what has not been used for long, when there is more than there may be. Only what looks like the cache's own is removed.
func (d *Disk) drop() {
	entries, err := os.ReadDir(d.root)
	if err != nil {
		return
	}
	type folder struct {
		name string
		at   time.Time
	}
	var others []folder
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && isBuild(e.Name()) && e.Name() != filepath.Base(d.dir) {
			others = append(others, folder{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(others, func(a, b folder) int { return b.at.Compare(a.at) })
	for i, f := range others {
		if i >= maxFolders-1 || time.Since(f.at) > maxAge {
			os.RemoveAll(filepath.Join(d.root, f.name))
		}
	}
	if files, err := os.ReadDir(d.dir); err == nil && len(files) > maxFiles {
		for _, f := range files {
			if strings.HasPrefix(f.Name(), "text-") || strings.HasPrefix(f.Name(), "new-") {
				os.Remove(filepath.Join(d.dir, f.Name()))
			}
		}
	}
}

// isBuild tells whether a folder's name is one that build makes.
func isBuild(name string) bool {
	sum, ok := strings.CutPrefix(name, "build-")
	_, err := hex.DecodeString(sum)
	return ok && err == nil && len(sum) == 20
}

// maxShared bounds what is kept in memory, as bytes of compiled files. Decoded they take about five times as much.
const maxShared = 24 << 20

// shared is what the runtimes of the process have in common.
var shared struct {
	sync.Mutex
	code  map[Key]Kept
	bytes int
}

// Key says what code was made of. It is a sum with a secret of this process: nobody can make two things with the same one.
type Key [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// KeyOf is the key of what a compiled file holds, or of anything else that tells code from all other: kind says of what.
func KeyOf(kind string, data []byte) (k Key) {
	for i := range k {
		var h maphash.Hash
		h.SetSeed(seeds[i])
		h.WriteString(kind)
		h.WriteByte(0)
		h.Write(data)
		k[i] = h.Sum64()
	}
	return k
}

// Shared gives the code of a key.
func Shared(k Key) Kept {
	shared.Lock()
	defer shared.Unlock()
	return shared.code[k]
}

// Share gives verified code to all runtimes; size is that of its compiled file, about.
func Share(k Key, code Kept, size int) {
	shared.Lock()
	defer shared.Unlock()
	if !shared.code[k].None() || size > maxShared/4 {
		return
	}
	if shared.bytes += size; shared.bytes > maxShared {
		shared.code, shared.bytes = nil, size
	}
	if shared.code == nil {
		shared.code = map[Key]Kept{}
	}
	shared.code[k] = code
}
