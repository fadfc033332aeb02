// Shapes: which of a few telling tokens stand ahead, so that the parser need not try what cannot match.
//
// For an opening bracket the tokenizer notes which of ", : = := for ..." stand between it and its end, outside of inner brackets; for the
// first token of a simple statement, and after each "=" and ":" in it, which stand in the rest of the statement. "lambda" and its colon
// count as brackets, since they hide commas and colons in the same way. The generator knows for each alternative of the grammar which of
// them it needs and which it can have.

package syntax

// shaper follows the tokens of a statement.
type shaper struct {
	starts [8]int32 // tokens of the statement of which the rest is being noted
	rest   [8]uint8
	n      int
	frames []frame
}

type frame struct {
	opener int32
	bits   uint8
	lambda bool
}

// anyShape is what is said of tokens of which nothing is known.
const anyShape = 0xff

// begin notes that the next token begins a statement or what follows "=" or ":" in it.
func (s *shaper) begin(tok int) {
	if s.n < len(s.starts) {
		s.starts[s.n], s.rest[s.n] = int32(tok), 0
		s.n++
	}
}

// note takes a token that has bits or ends something into account; its index is i.
func (t *tokenizer) note(i int, kind Kind) {
	s := &t.shaper
	switch kind {
	case LPar, LSqb, LBrace, FStringStart, KwLambda:
		s.frames = append(s.frames, frame{opener: int32(i), lambda: kind == KwLambda})
		return
	case RPar, RSqb, RBrace, FStringEnd:
		for len(s.frames) > 0 && s.close(t).lambda {
		}
		return
	case Newline, Semi:
		if len(s.frames) == 0 || kind == Newline {
			s.finish(t)
			s.frames = s.frames[:0]
			s.begin(i + 1)
		}
		return
	case Colon:
		if n := len(s.frames); n > 0 && s.frames[n-1].lambda {
			s.close(t)
			return
		}
	}
	bits := shapeOf[kind]
	if n := len(s.frames); n > 0 {
		s.frames[n-1].bits |= bits
		return
	}
	for j := range s.n {
		s.rest[j] |= bits
	}
	if kind == Equal || kind == Colon {
		s.begin(i + 1)
	}
}

// close ends the innermost bracket.
func (s *shaper) close(t *tokenizer) frame {
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	t.toks[f.opener].inside = f.bits
	t.toks[f.opener+1].ahead = f.bits
	return f
}

// finish ends the statement.
func (s *shaper) finish(t *tokenizer) {
	for j := range s.n {
		if i := int(s.starts[j]); i < len(t.toks) {
			t.toks[i].ahead = s.rest[j]
		}
	}
	s.n = 0
}
