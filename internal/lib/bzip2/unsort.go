// From the sorted rotations of a block to its text.

package bzip2

import "slices"

// Each byte of the text says where the next one is, so that following them waits for memory at each step. They are followed from many places at once: a strand
// is the text from one of them to the next one that is met.
const (
	strands     = 64 // that a large block has
	lanes       = 12 // strands that are followed at once
	leastStrand = 256
	pieceSize   = 1 << 10
	met         = 1 << 31 // in a block: a strand begins here
)

// unsorted is the text of a block in strands, and these in pieces.
type unsorted struct {
	pieces []byte
	after  []uint16 // the piece that goes on with what a piece has
	strand [strands + 1]strand
	now    *strand
	at     int // in pieces
	rest   int // of the strand
}

// A strand begins somewhere in pieces.
type strand struct {
	at, size uint32
	next     uint8
}

// A lane follows a strand.
type lane struct {
	e     uint32 // of the block
	at    uint32 // in pieces
	begun uint32 // where that began in this piece, less what was written to others
	which uint8
}

// piecesOf is how many pieces n bytes take at most.
func piecesOf(n int) int { return n/pieceSize + lanes + 1 }

// unsort makes the text of a linked block, which begins with the byte at first.
func (u *unsorted) unsort(block []uint32, first uint32) {
	n := piecesOf(len(block))
	u.after = slices.Grow(u.after[:0], n)[:n]
	u.pieces = slices.Grow(u.pieces[:0], n*pieceSize)[:n*pieceSize]
	pieces := u.pieces
	count := max(1, min(strands, len(block)/leastStrand))
	width := uint32(len(block) / count)
	for i := range count {
		block[uint32(i)*width] |= met
	}
	last := uint8(count) // the strand at first
	block[first] |= met

	var all [lanes]lane
	begun, used := uint8(0), uint32(0)
	begin := func(l *lane) bool {
		if begun < last && uint32(begun)*width == first {
			begun++
		}
		if begun > last {
			return false
		}
		row := first
		if begun < last {
			row = uint32(begun) * width
		}
		l.e, l.which, l.begun = block[row], begun, l.at
		u.strand[begun].at = l.at
		begun++
		return true
	}
	active := all[:0]
	for i := range all {
		all[i].at = used * pieceSize
		if !begin(&all[i]) {
			break
		}
		used++
		active = all[:i+1]
	}
	for len(active) > 0 {
		for i := 0; i < len(active); i++ {
			l := &active[i]
			row := l.e >> 8 &^ (met >> 8)
			pieces[l.at] = byte(l.e)
			l.e = block[row]
			if l.at++; l.at%pieceSize == 0 {
				u.after[l.at/pieceSize-1] = uint16(used)
				l.begun += used*pieceSize - l.at
				l.at = used * pieceSize
				used++
			}
			if l.e&met == 0 {
				continue
			}
			next := last
			if row != first {
				next = uint8(row / width)
			}
			s := &u.strand[l.which]
			s.size, s.next = l.at-l.begun, next
			if !begin(l) {
				active[i] = active[len(active)-1]
				active = active[:len(active)-1]
				i--
			}
		}
	}
	u.follow(last)
}

// follow goes on with a strand.
func (u *unsorted) follow(which uint8) {
	u.now = &u.strand[which]
	u.at, u.rest = int(u.now.at), int(u.now.size)
}

// ahead is a part of the text that comes next.
func (u *unsorted) ahead(most int) []byte {
	if u.rest == 0 {
		u.follow(u.now.next)
	}
	return u.pieces[u.at : u.at+min(u.rest, pieceSize-u.at%pieceSize, most)]
}

// skip goes on by n bytes of what is ahead.
func (u *unsorted) skip(n int) {
	u.at += n
	if u.rest -= n; u.at%pieceSize == 0 && n > 0 {
		u.at = int(u.after[u.at/pieceSize-1]) * pieceSize
	}
}
