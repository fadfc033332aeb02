// Hashes of tuples that lie in tuples are remembered: states of games and searches are tuples with parts that many of them share, and a dict asks for
// the hash of a key each time.

package object

// tupleHashes is the number of hashes that are remembered; tuples with fewer items than minHashed are hashed anew, which takes no longer.
const tupleHashes, minHashed = 1024, 3

// keptHash is the hash of the tuple at an address, all of whose items are plain. Hashes of earlier epochs do not count.
type keptHash struct {
	at    uintptr
	hash  int64
	epoch uint64
}

// innerHash is hashRest of a tuple that lies in another.
//
//psy:bounded depth counts down from plainDepth
func innerHash(t *Thread, v Value, left, depth int) (h int64, rest int) {
	x := As[Tuple](v)
	if x.Size < minHashed {
		return hashItems(t, x.Items(), left, depth)
	}
	at := uintptr(v)
	e := &t.RT.tupleHashes[(at>>4^at>>14)%tupleHashes]
	if e.at == at && e.epoch == t.RT.epoch {
		return e.hash, left - 1
	}
	epoch := t.RT.epoch
	if h, left = hashItems(t, x.Items(), left, depth); left >= 0 {
		*e = keptHash{at, h, epoch}
	}
	return h, left
}

// hashItems is hashRest of a tuple's items.
//
//psy:bounded depth counts down from plainDepth
func hashItems(t *Thread, items []Value, left, depth int) (h int64, rest int) {
	if left--; depth == 0 || left < len(items) {
		return 0, -1
	}
	acc := hashSeed0
	for i := 0; i < len(items); i++ {
		if items[i].IsInt() { // a loop without calls
			n := acc
			for ; i < len(items) && items[i].IsInt(); i++ {
				n.add(hashSmall(items[i].Int()))
				left--
			}
			if acc = n; i == len(items) {
				break
			}
		}
		if v := items[i]; v.IsExact(TStr) {
			h = HashStr(t, As[Str](v))
			left--
		} else if h, left = hashRest(t, v, left, depth-1); left < 0 {
			return 0, -1
		}
		acc.add(h)
	}
	return acc.end(len(items)), left
}
