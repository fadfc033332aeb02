// Tokens: where they end, and what they are. Each function gets a text and the place where a token begins or goes on, and gives the token and its end; with
// tInvalid the end is the character that is wrong.

package expat

// token is a kind of token. Those below 0 that are not named here are tokens which might go on: what they would be if the text ended here, negated.
type token int

const (
	tInvalid token = 0
	tNone    token = -100 - iota // the text ends here
	tPartial                     // it ends within a token
	tPartialChar
	tTrailingCR
	tTrailingBracket

	tStartTag token = iota - 4
	tEmptyTag
	tEndTag
	tData
	tNewline
	tSpaceInValue
	tCdataOpen
	tCdataClose
	tEntityRef
	tCharRef
	tPI
	tXMLDecl
	tComment
	tSpace
	tInstanceStart
	tDeclOpen
	tDeclClose
	tName
	tPrefixedName
	tNmtoken
	tPoundName
	tLiteral
	tParamEntityRef
	tPercent
	tOr
	tComma
	tBracketOpen
	tBracketClose
	tParenOpen
	tParenClose
	tParenCloseQuestion
	tParenCloseStar
	tParenClosePlus
	tNameQuestion
	tNameStar
	tNamePlus
	tCondOpen
	tCondClose
	tIgnoreSection
)

// nameStartAt checks that a name begins at i: it gives the token of the error, or 1 and where the first character ends.
func (p *Parser) nameStartAt(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tPartial, i
	}
	switch k := p.classes[b[i]]; {
	case k == kStart || k == kHex:
		return 1, i + 1
	case k >= kLead2 && k <= kLead4:
		return charResult(nameCharAt(b, i, atStart), i)
	}
	return tInvalid, i
}

func charResult(n, i int) (token, int) {
	switch n {
	case badChar:
		return tInvalid, i
	case cutChar:
		return tPartialChar, i
	}
	return 1, i + n
}

// nameEnd goes to the end of a name that has begun: it gives 1 and the place of the first byte behind it, or the token of an error.
func (p *Parser) nameEnd(b []byte, i int) (token, int) {
	for i < len(b) {
		k := p.classes[b[i]]
		if isNameClass(k) {
			i++
			continue
		}
		if k < kLead2 || k > kLead4 {
			return 1, i
		}
		n := nameCharAt(b, i, anywhere)
		if n <= 0 {
			return charResult(n, i)
		}
		i += n
	}
	return tPartial, i
}

// anyChar passes one character, which is not of ASCII or wrong.
func anyChar(b []byte, i int) (token, int) {
	if classes[b[i]] == kBad {
		return tInvalid, i
	}
	return charResult(charAt(b, i), i)
}

// contentToken scans what is in elements.
func (p *Parser) contentToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tNone, i
	}
	switch classes[b[i]] {
	case kLess:
		return p.lessToken(b, i+1)
	case kAmp:
		return p.refToken(b, i+1)
	case kCR:
		if i++; i == len(b) {
			return tTrailingCR, i
		}
		if b[i] == '\n' {
			i++
		}
		return tNewline, i
	case kLF:
		return tNewline, i + 1
	case kBracketEnd:
		if i++; i == len(b) {
			return tTrailingBracket, i
		}
		if b[i] == ']' {
			if i+1 == len(b) {
				return tTrailingBracket, i
			}
			if b[i+1] == '>' {
				return tInvalid, i + 1
			}
		}
	case kBad, kLead2, kLead3, kLead4:
		t, next := anyChar(b, i)
		if t <= 0 {
			return t, next
		}
		i = next
	default:
		i++
	}
	for i < len(b) {
		if plainData[b[i]] {
			i++
			continue
		}
		switch classes[b[i]] {
		case kLead2, kLead3, kLead4:
			n := charAt(b, i)
			if n <= 0 {
				return tData, i
			}
			i += n
			continue
		case kBracketEnd:
			if i+1 < len(b) {
				if b[i+1] != ']' {
					i++
					continue
				}
				if i+2 < len(b) {
					if b[i+2] != '>' {
						i++
						continue
					}
					return tInvalid, i + 2
				}
			}
		}
		break
	}
	return tData, i
}

// lessToken goes on behind "<" in content.
func (p *Parser) lessToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tPartial, i
	}
	switch p.classes[b[i]] {
	case kExclamation:
		if i++; i >= len(b) {
			return tPartial, i
		}
		switch b[i] {
		case '-':
			return commentToken(b, i+1)
		case '[':
			return cdataOpenToken(b, i+1)
		}
		return tInvalid, i
	case kQuestion:
		return p.piToken(b, i+1)
	case kSlash:
		return p.endTagToken(b, i+1)
	}
	return p.startTagToken(b, i)
}

// attSpan is where an attribute of the tag that was scanned last stands.
type attSpan struct {
	name, nameEnd, value, valueEnd int
	plain                          bool // the value needs no normalization, whatever the attribute's type is
	spaces                         bool // there are blanks in the value
}

// startTagToken scans a start tag or an empty element's tag, whose attributes it puts into p.spans.
func (p *Parser) startTagToken(b []byte, i int) (token, int) {
	p.spans, p.tagStart = p.spans[:0], i
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	colon := false
	for {
		if t, i = p.nameEnd(b, i); t <= 0 {
			return t, i
		}
		if p.classes[b[i]] != kColon {
			break
		}
		if colon {
			return tInvalid, i
		}
		colon = true
		if t, i = p.nameStartAt(b, i+1); t <= 0 {
			return t, i
		}
	}
	p.tagEnd = i
	for space := false; ; {
		for i < len(b) && isSpaceClass(classes[b[i]]) {
			i++
			space = true
		}
		if i >= len(b) {
			return tPartial, i
		}
		switch b[i] {
		case '>':
			return tStartTag, i + 1
		case '/':
			if i++; i >= len(b) {
				return tPartial, i
			}
			if b[i] != '>' {
				return tInvalid, i
			}
			return tEmptyTag, i + 1
		}
		if !space {
			return tInvalid, i
		}
		if t, i = p.attToken(b, i); t <= 0 {
			return t, i
		}
		space = false
	}
}

// attToken scans an attribute, and gives the place behind its value's closing quote.
func (p *Parser) attToken(b []byte, i int) (token, int) {
	a := attSpan{name: i, plain: true}
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	colon := false
	for {
		if t, i = p.nameEnd(b, i); t <= 0 {
			return t, i
		}
		if p.classes[b[i]] != kColon {
			break
		}
		if colon {
			return tInvalid, i
		}
		colon = true
		if t, i = p.nameStartAt(b, i+1); t <= 0 {
			return t, i
		}
	}
	a.nameEnd = i
	for i < len(b) && isSpaceClass(classes[b[i]]) {
		i++
	}
	if i >= len(b) {
		return tPartial, i
	}
	if b[i] != '=' {
		return tInvalid, i
	}
	for i++; i < len(b) && isSpaceClass(classes[b[i]]); {
		i++
	}
	if i >= len(b) {
		return tPartial, i
	}
	quote := b[i]
	if quote != '"' && quote != '\'' {
		return tInvalid, i
	}
	i++
	a.value = i
	for {
		for i < len(b) && plainValue[b[i]] {
			i++
		}
		if i >= len(b) {
			return tPartial, i
		}
		c := b[i]
		if c == quote {
			break
		}
		switch classes[c] {
		case kLess:
			return tInvalid, i
		case kAmp:
			if t, i = p.refToken(b, i+1); t <= 0 {
				return t, i
			}
			a.plain = false
		case kSpace:
			if i++; c == ' ' {
				a.spaces = true
			} else {
				a.plain = false
			}
		case kCR, kLF:
			a.plain = false
			i++
		case kQuote, kApostrophe:
			i++
		default:
			if t, i = anyChar(b, i); t <= 0 {
				return t, i
			}
		}
	}
	a.valueEnd = i
	p.spans = append(p.spans, a)
	return 1, i + 1
}

func (p *Parser) endTagToken(b []byte, i int) (token, int) {
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	for {
		if t, i = p.nameEnd(b, i); t <= 0 {
			return t, i
		}
		if p.classes[b[i]] != kColon {
			break
		}
		i++
	}
	for p.tagEnd = i; i < len(b) && isSpaceClass(classes[b[i]]); {
		i++
	}
	if i >= len(b) {
		return tPartial, i
	}
	if b[i] != '>' {
		return tInvalid, i
	}
	return tEndTag, i + 1
}

// refToken goes on behind "&".
func (p *Parser) refToken(b []byte, i int) (token, int) {
	if i < len(b) && b[i] == '#' {
		return charRefToken(b, i+1)
	}
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	if t, i = p.nameEnd(b, i); t <= 0 {
		return t, i
	}
	if b[i] != ';' {
		return tInvalid, i
	}
	return tEntityRef, i + 1
}

func charRefToken(b []byte, i int) (token, int) {
	highest := kDigit
	if i < len(b) && b[i] == 'x' {
		highest = kHex
		i++
	}
	for first := i; i < len(b); i++ {
		switch k := classes[b[i]]; {
		case k == kDigit || k == highest:
		case k == kSemicolon && i > first:
			return tCharRef, i + 1
		default:
			return tInvalid, i
		}
	}
	return tPartial, i
}

// charRefNumber is the number of a reference "&#...;", which is scanned; -1: there is no such character.
func charRefNumber(ref []byte) rune {
	n, base := rune(0), rune(10)
	digits := ref[2 : len(ref)-1]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	for _, c := range digits {
		d := rune(c - '0')
		if c > '9' {
			d = rune(c|0x20-'a') + 10
		}
		if n = n*base + d; n >= 0x110000 {
			return -1
		}
	}
	if n >= 0xD800 && n < 0xE000 || n == 0xFFFE || n == 0xFFFF || n < 0x80 && classes[n] == kBad {
		return -1
	}
	return n
}

// commentToken goes on behind "<!-".
func commentToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tPartial, i
	}
	if b[i] != '-' {
		return tInvalid, i
	}
	for i++; i < len(b); {
		switch {
		case plainMarkup[b[i]]:
			i++
		case b[i] == '-':
			if i++; i >= len(b) {
				return tPartial, i
			}
			if b[i] != '-' {
				continue
			}
			if i++; i >= len(b) {
				return tPartial, i
			}
			if b[i] != '>' {
				return tInvalid, i
			}
			return tComment, i + 1
		case classes[b[i]] >= kOther:
			i++
		default:
			t, next := anyChar(b, i)
			if t <= 0 {
				return t, next
			}
			i = next
		}
	}
	return tPartial, i
}

// piToken goes on behind "<?". The end of the target is left in p.tagEnd.
func (p *Parser) piToken(b []byte, i int) (token, int) {
	target := i
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	if t, i = p.nameEnd(b, i); t <= 0 {
		return t, i
	}
	k := p.classes[b[i]]
	if k != kQuestion && !isSpaceClass(k) {
		return tInvalid, i
	}
	p.tagEnd = i
	r := tPI
	if i-target == 3 && b[target]|0x20 == 'x' && b[target+1]|0x20 == 'm' && b[target+2]|0x20 == 'l' {
		if r = tXMLDecl; string(b[target:i]) != "xml" {
			return tInvalid, i
		}
	}
	if k == kQuestion {
		if i++; i >= len(b) {
			return tPartial, i
		}
		if b[i] != '>' {
			return tInvalid, i
		}
		return r, i + 1
	}
	for i++; i < len(b); {
		switch {
		case plainMarkup[b[i]]:
			i++
		case b[i] == '?':
			if i++; i >= len(b) {
				return tPartial, i
			}
			if b[i] == '>' {
				return r, i + 1
			}
		case classes[b[i]] >= kOther:
			i++
		default:
			if t, i = anyChar(b, i); t <= 0 {
				return t, i
			}
		}
	}
	return tPartial, i
}

// cdataOpenToken goes on behind "<![".
func cdataOpenToken(b []byte, i int) (token, int) {
	const rest = "CDATA["
	if len(b)-i < len(rest) {
		return tPartial, i
	}
	for j := range len(rest) {
		if b[i+j] != rest[j] {
			return tInvalid, i + j
		}
	}
	return tCdataOpen, i + len(rest)
}

// cdataToken scans what is in a CDATA section.
func cdataToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tNone, i
	}
	switch classes[b[i]] {
	case kBracketEnd:
		if i++; i >= len(b) {
			return tPartial, i
		}
		if b[i] == ']' {
			if i+1 >= len(b) {
				return tPartial, i
			}
			if b[i+1] == '>' {
				return tCdataClose, i + 2
			}
		}
	case kCR:
		if i++; i >= len(b) {
			return tPartial, i
		}
		if b[i] == '\n' {
			i++
		}
		return tNewline, i
	case kLF:
		return tNewline, i + 1
	case kBad, kLead2, kLead3, kLead4:
		t, next := anyChar(b, i)
		if t <= 0 {
			return t, next
		}
		i = next
	default:
		i++
	}
	for i < len(b) {
		switch classes[b[i]] {
		case kLead2, kLead3, kLead4:
			n := charAt(b, i)
			if n <= 0 {
				return tData, i
			}
			i += n
		case kBad, kCR, kLF, kBracketEnd:
			return tData, i
		default:
			i++
		}
	}
	return tData, i
}

// ignoreToken goes to the end of an ignored section.
func ignoreToken(b []byte, i int) (token, int) {
	level := 0
	has := func(c byte) (yes, partial bool) {
		if i >= len(b) {
			return false, true
		}
		if b[i] == c {
			i++
			return true, false
		}
		return false, false
	}
	for i < len(b) {
		switch k := classes[b[i]]; {
		case k == kLess:
			i++
			yes, partial := has('!')
			if yes {
				if yes, partial = has('['); yes {
					level++
				}
			}
			if partial {
				return tPartial, i
			}
		case k == kBracketEnd:
			i++
			yes, partial := has(']')
			if yes {
				if yes, partial = has('>'); yes {
					if level == 0 {
						return tIgnoreSection, i
					}
					level--
				}
			}
			if partial {
				return tPartial, i
			}
		case k >= kOther:
			i++
		default:
			t, next := anyChar(b, i)
			if t <= 0 {
				return t, next
			}
			i = next
		}
	}
	return tPartial, i
}

// valueToken scans what is in an attribute's value, entityValueToken in an entity's: the text was scanned before, as a literal.
func (p *Parser) valueToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tNone, i
	}
	for start := i; i < len(b); i++ {
		k := classes[b[i]]
		if k >= kOther && k != kSpace && k != kCR && k != kLF && k != kAmp && k != kLess || k < kOther {
			continue
		}
		switch {
		case k == kLess:
			return tInvalid, i
		case i > start:
			return tData, i
		case k == kAmp:
			return p.refToken(b, i+1)
		case k == kSpace:
			return tSpaceInValue, i + 1
		}
		return newlineToken(b, i)
	}
	return tData, i
}

func (p *Parser) entityValueToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tNone, i
	}
	for start := i; i < len(b); i++ {
		k := classes[b[i]]
		if k != kAmp && k != kPercent && k != kCR && k != kLF {
			continue
		}
		switch {
		case i > start:
			return tData, i
		case k == kAmp:
			return p.refToken(b, i+1)
		case k == kPercent:
			t, next := p.percentToken(b, i+1)
			if t == tPercent {
				t = tInvalid
			}
			return t, next
		}
		return newlineToken(b, i)
	}
	return tData, i
}

// newlineToken scans the line break at i.
func newlineToken(b []byte, i int) (token, int) {
	if b[i] == '\r' {
		if i+1 == len(b) {
			return tTrailingCR, i + 1
		}
		if b[i+1] == '\n' {
			return tNewline, i + 2
		}
	}
	return tNewline, i + 1
}

// percentToken goes on behind "%".
func (p *Parser) percentToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tPartial, i
	}
	if k := classes[b[i]]; isSpaceClass(k) || k == kPercent {
		return tPercent, i
	}
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	if t, i = p.nameEnd(b, i); t <= 0 {
		return t, i
	}
	if b[i] != ';' {
		return tInvalid, i
	}
	return tParamEntityRef, i + 1
}
