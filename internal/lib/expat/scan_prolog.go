// Tokens of the prolog and of document type declarations.

package expat

// prologToken scans what is outside of elements.
func (p *Parser) prologToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tNone, i
	}
	switch k := p.classes[b[i]]; k {
	case kQuote, kApostrophe:
		return literalToken(b, i)
	case kLess:
		return p.markupToken(b, i)
	case kCR, kSpace, kLF:
		return spaceToken(b, i)
	case kPercent:
		return p.percentToken(b, i+1)
	case kComma:
		return tComma, i + 1
	case kBracket:
		return tBracketOpen, i + 1
	case kBracketEnd:
		if i++; i >= len(b) {
			return -tBracketClose, i
		}
		if b[i] == ']' {
			if i+1 >= len(b) {
				return tPartial, i
			}
			if b[i+1] == '>' {
				return tCondClose, i + 2
			}
		}
		return tBracketClose, i
	case kParen:
		return tParenOpen, i + 1
	case kParenEnd:
		return parenCloseToken(b, i+1)
	case kBar:
		return tOr, i + 1
	case kGreater:
		return tDeclClose, i + 1
	case kNumber:
		return p.poundToken(b, i+1)
	case kLead2, kLead3, kLead4:
		t := tName
		n := nameCharAt(b, i, atStart)
		if n == badChar {
			t = tNmtoken
			n = nameCharAt(b, i, anywhere)
		}
		if n <= 0 {
			return charResult(n, i)
		}
		return p.prologName(b, i+n, t)
	case kStart, kHex:
		return p.prologName(b, i+1, tName)
	case kDigit, kDot, kMinus, kColon:
		return p.prologName(b, i+1, tNmtoken)
	}
	return tInvalid, i
}

// prologName goes on in a name, t so far.
func (p *Parser) prologName(b []byte, i int, t token) (token, int) {
	for {
		r, next := p.nameEnd(b, i)
		if i = next; r == tPartial {
			return -t, i
		}
		if r <= 0 {
			return r, i
		}
		switch k := p.classes[b[i]]; k {
		case kGreater, kParenEnd, kComma, kBar, kBracket, kPercent, kSpace, kCR, kLF:
			return t, i
		case kColon:
			i++
			switch t {
			case tName:
				if i >= len(b) {
					return tPartial, i
				}
				t = tPrefixedName
				if c := p.classes[b[i]]; c >= kLead2 && c <= kLead4 {
					n := nameCharAt(b, i, anywhere)
					if n <= 0 {
						return charResult(n, i)
					}
					i += n
				} else if isNameClass(c) {
					i++
				} else {
					t = tNmtoken
				}
			case tPrefixedName:
				t = tNmtoken
			}
		case kPlus, kStar, kQuestion:
			if t == tNmtoken {
				return tInvalid, i
			}
			switch k {
			case kPlus:
				return tNamePlus, i + 1
			case kStar:
				return tNameStar, i + 1
			}
			return tNameQuestion, i + 1
		default:
			return tInvalid, i
		}
	}
}

func spaceToken(b []byte, i int) (token, int) {
	if b[i] == '\r' && i+1 == len(b) {
		return -tSpace, i + 1
	}
	for i++; i < len(b); i++ {
		k := classes[b[i]]
		if k == kCR && i+1 == len(b) || !isSpaceClass(k) {
			return tSpace, i
		}
	}
	return tSpace, i
}

func parenCloseToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return -tParenClose, i
	}
	switch classes[b[i]] {
	case kStar:
		return tParenCloseStar, i + 1
	case kQuestion:
		return tParenCloseQuestion, i + 1
	case kPlus:
		return tParenClosePlus, i + 1
	case kCR, kLF, kSpace, kGreater, kComma, kBar, kParenEnd:
		return tParenClose, i
	}
	return tInvalid, i
}

// literalToken scans a text in quotes.
func literalToken(b []byte, i int) (token, int) {
	quote := b[i]
	for i++; i < len(b); {
		switch {
		case plainMarkup[b[i]]:
			i++
		case b[i] == quote:
			if i++; i >= len(b) {
				return -tLiteral, i
			}
			switch classes[b[i]] {
			case kSpace, kCR, kLF, kGreater, kPercent, kBracket:
				return tLiteral, i
			}
			return tInvalid, i
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

// markupToken scans what begins with "<".
func (p *Parser) markupToken(b []byte, i int) (token, int) {
	i++
	if i >= len(b) {
		return tPartial, i
	}
	switch k := p.classes[b[i]]; {
	case k == kExclamation:
		return declToken(b, i+1)
	case k == kQuestion:
		return p.piToken(b, i+1)
	case k == kStart, k == kHex, k >= kLead2 && k <= kLead4:
		return tInstanceStart, i - 1
	}
	return tInvalid, i
}

// declToken goes on behind "<!".
func declToken(b []byte, i int) (token, int) {
	if i >= len(b) {
		return tPartial, i
	}
	letter := func(i int) bool { k := classes[b[i]]; return k == kStart || k == kHex }
	switch {
	case b[i] == '-':
		return commentToken(b, i+1)
	case b[i] == '[':
		return tCondOpen, i + 1
	case !letter(i):
		return tInvalid, i
	}
	for i++; i < len(b); i++ {
		switch k := classes[b[i]]; {
		case letter(i):
		case k == kPercent:
			if i+1 >= len(b) {
				return tPartial, i
			}
			if k := classes[b[i+1]]; isSpaceClass(k) || k == kPercent {
				return tInvalid, i
			}
			return tDeclOpen, i
		case isSpaceClass(k):
			return tDeclOpen, i
		default:
			return tInvalid, i
		}
	}
	return tPartial, i
}

// poundToken goes on behind "#".
func (p *Parser) poundToken(b []byte, i int) (token, int) {
	t, i := p.nameStartAt(b, i)
	if t <= 0 {
		return t, i
	}
	if t, i = p.nameEnd(b, i); t == tPartial {
		return -tPoundName, i
	} else if t <= 0 {
		return t, i
	}
	switch p.classes[b[i]] {
	case kCR, kLF, kSpace, kParenEnd, kGreater, kPercent, kBar:
		return tPoundName, i
	}
	return tInvalid, i
}

// badInPublicID is the place of the first character that a public identifier may not have; -1: there is none. b includes the quotes.
func badInPublicID(b []byte) int {
	for i, c := range b[1 : len(b)-1] {
		switch k := classes[c]; k {
		case kDigit, kHex, kMinus, kApostrophe, kParen, kParenEnd, kPlus, kComma, kSlash, kEquals, kQuestion, kCR, kLF, kSemicolon, kExclamation, kStar, kPercent,
			kNumber, kColon, kDot, kStart:
		default:
			if c != ' ' && c != '$' && c != '@' {
				return i + 1
			}
		}
	}
	return -1
}
