// What psy itself has verified of compiled files: images, one behind the other in one file, and an index in a second one. A file for each module
// would take most of the time that keeping them takes.
//
// Both files only grow, by one write to the end for each image; several processes may do that at once. What an entry of the index leads to is
// checked against its sum, so an entry that is damaged, or belongs to other data, leads to nothing. Where files are too long, or the index is
// not as long as whole entries are, both are removed. No file stays open: a program may close any descriptor and open a file of its own.

package codecache

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// Sum stands for a compiled file: the first half of its SHA-256.
type Sum [16]byte

// Verified is the key by which what psy has verified of a compiled file is kept.
func Verified(compiled []byte) Sum {
	h := sha256.Sum256(compiled)
	return Sum(h[:16])
}

const (
	ownData  = "own-1.data"
	ownIndex = "own-1.index"

	// An entry of the index: the key, where the image begins, its length, the sum of both.
	ownEntry = 16 + 8 + 4 + 4

	maxOwn      = 4000
	maxOwnBytes = 128 << 20
)

// pack is what is known of the two files.
type pack struct {
	sync.Mutex
	read    bool   // the index was read
	believe bool   // the folder is the user's alone
	index   []byte // entries
	heads   [1 << 10]uint16
	next    []uint16 // chains of entries, the newest first, of what heads and next have numbers of: one more than the entry's
}

// note takes the entries from the n-th on into the chains.
func (p *pack) note(n int) {
	for ; n < min(len(p.index)/ownEntry, maxOwn); n++ {
		h := &p.heads[head(p.index[n*ownEntry:])]
		p.next = append(p.next, *h)
		*h = uint16(n + 1)
	}
}

func head(key []byte) uint16 { return binary.LittleEndian.Uint16(key) % (1 << 10) }

// find gives the newest entry of a key; nil: there is none.
func (p *pack) find(key *Sum) []byte {
	for n := p.heads[head(key[:])]; n != 0; n = p.next[n-1] {
		if e := p.index[int(n-1)*ownEntry:][:ownEntry]; Sum(e[:16]) == *key {
			return e
		}
	}
	return nil
}

// forget drops all that is known of the files.
func (p *pack) forget() {
	p.index, p.next = nil, nil
	clear(p.heads[:])
}

func ownSum(key *Sum, body []byte) uint32 { return sum(string(key[:]), body) }

// ReadOwn gives the image of a compiled file that psy itself has verified and kept, by the file's key from Verified. It is believed if nobody but the
// user can have written it: a process that can write as the user can replace psy too. The image lies in room.
func (d *Disk) ReadOwn(key Sum, room *Room) Kept {
	if d == nil || !canOwn || d.folder() == "" {
		return Kept{}
	}
	d.own.Lock()
	defer d.own.Unlock()
	p := &d.own
	if !p.read {
		p.read = true
		p.forget() // what has been written since is in the file
		if p.believe = ownedFolder(d.folder()); p.believe {
			p.index = readOwned(filepath.Join(d.folder(), ownIndex), 0, maxOwn*ownEntry, true, nil)
			p.note(0)
		}
	}
	e := p.find(&key)
	if e == nil || !p.believe {
		return Kept{}
	}
	at, size := binary.LittleEndian.Uint64(e[16:]), binary.LittleEndian.Uint32(e[24:])
	if at > maxOwnBytes || size > maxOwnBytes {
		return Kept{}
	}
	body := readOwned(filepath.Join(d.folder(), ownData), int64(at), int(size), false, room)
	if body == nil || binary.LittleEndian.Uint32(e[28:]) != ownSum(&key, body) {
		return Kept{}
	}
	return Kept{Image: pyc.OpenImage(body)}
}

// WriteOwn keeps an image of code that has been verified, for ReadOwn, and gives what there is of the code now: the image, if one was made.
func (d *Disk) WriteOwn(key Sum, code *pyc.Code) Kept {
	if d == nil || !canOwn || d.folder() == "" {
		return Kept{Code: code}
	}
	body := pyc.MakeImage(code)
	if body == nil {
		return Kept{Code: code}
	}
	if d.make() {
		d.own.Lock()
		defer d.own.Unlock()
		if !d.append(&key, body) {
			d.append(&key, body) // the files were removed
		}
	}
	return Kept{Image: pyc.OpenImage(body)}
}

// append writes an image and its entry. False: the files had grown too much, or not by whole entries, and were removed.
func (d *Disk) append(key *Sum, body []byte) bool {
	data, index := filepath.Join(d.folder(), ownData), filepath.Join(d.folder(), ownIndex)
	end := appendOwned(data, body)
	if end < 0 {
		return true
	}
	e := append(make([]byte, 0, ownEntry), key[:]...)
	e = binary.LittleEndian.AppendUint64(e, uint64(end)-uint64(len(body)))
	e = binary.LittleEndian.AppendUint32(e, uint32(len(body)))
	e = binary.LittleEndian.AppendUint32(e, ownSum(key, body))
	n := appendOwned(index, e)
	if end > maxOwnBytes || n > maxOwn*ownEntry || n > 0 && n%ownEntry != 0 {
		os.Remove(index)
		os.Remove(data)
		d.own.forget()
		return len(body) > maxOwnBytes
	}
	if n > 0 && len(d.own.next) < maxOwn {
		d.own.index = append(d.own.index, e...)
		d.own.note(len(d.own.next))
	}
	return true
}
