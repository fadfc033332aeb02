// Bursts: many symbols at once, by assembly where there is some.

package lzma

// burst is what decodeBurst works with. It decodes symbols while at is below limit and used does not exceed last; behind last there is as much input as
// a symbol may take. It returns one of the results below, after a match that it leaves to the caller to copy, too: then left is its length.
//
// For the assembly at is above 0, reps[0] is below before+at and most if the state is above 6, and limit and most are at most size.
type burst struct {
	p            *probs
	in, buf      *byte
	used, last   int
	at, limit    int
	size         int // of buf, which is a ring
	before, most int // a distance is at most at+before, and at most most
	rng, code    uint32
	state        uint32
	produced     uint32
	reps         [4]uint32
	lc           uint32
	context      uint32 // what of the position, and the byte before, chooses a literal's probabilities
	pbMask       uint32
	left         uint32
}

const (
	burstDone = iota
	burstMarked
	burstWrong
)

// burstMost is how much input and output a burst has at most: goroutines wait for its end when Go's collector has to stop them.
const burstMost = 1 << 15

// burst decodes symbols as run does; ok: there is nothing that assembly cannot know.
func (d *symbols) burst(r *rangeDecoder, limit, last int) (ok bool, err error) {
	most := min(d.size, len(d.buf))
	if !quickBurst || d.at == 0 || d.full == 0 || d.full > most || d.state >= 7 && int(d.reps[0]) >= d.full || limit > len(d.buf) || last+longest > len(r.b) {
		return false, nil
	}
	b := burst{p: &d.p, in: &r.b[0], buf: &d.buf[0], used: r.at, at: d.at, size: len(d.buf), before: d.full - d.at, most: most, rng: r.rng, code: r.code,
		state: d.state, produced: d.produced, reps: d.reps, lc: uint32(d.lc), context: d.lpMask<<8 + (0x100 - 0x100>>d.lc), pbMask: d.pbMask}
	var result int
	for result == burstDone && b.left == 0 && b.at < limit && b.used <= last {
		b.limit, b.last = min(limit, b.at+burstMost), min(last, b.used+burstMost)
		result = decodeBurst(&b)
	}
	r.rng, r.code, r.at = b.rng, b.code, b.used
	d.full = min(d.full+b.at-d.at, d.size)
	d.at, d.state, d.produced, d.reps, d.left = b.at, b.state, b.produced, b.reps, int(b.left)
	switch {
	case result == burstWrong:
		return true, ErrData
	case result == burstMarked:
		if d.ended = true; !d.mayEnd {
			return true, ErrData
		}
	}
	return true, nil
}
