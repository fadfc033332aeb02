// The grammar of the prolog and of document type declarations: which tokens may follow, and what they are for.

package expat

// role is what a token of the prolog is for.
type role uint8

const (
	rNone role = iota
	rError
	rXMLDecl
	rTextDecl
	rInstance
	rPI
	rComment
	rDoctypeNone
	rDoctypeName
	rDoctypeSystem
	rDoctypePublic
	rDoctypeSubset
	rDoctypeClose
	rEntityNone
	rEntityName
	rParamEntityName
	rEntityValue
	rEntitySystem
	rEntityPublic
	rEntityComplete
	rEntityNotation
	rNotationNone
	rNotationName
	rNotationSystem
	rNotationPublic
	rNotationNoSystem
	rAttlistNone
	rAttlistElement
	rAttributeName
	rAttributeType
	rAttributeEnum
	rAttributeNotation
	rImplied
	rRequired
	rDefault
	rFixed
	rElementNone
	rElementName
	rContentEmpty
	rContentAny
	rContentPCData
	rContentElement
	rContentOptional
	rContentRepeated
	rContentPlus
	rGroupOpen
	rGroupClose
	rGroupCloseOptional
	rGroupCloseRepeated
	rGroupClosePlus
	rGroupChoice
	rGroupSequence
	rIgnore
	rParamRef
	rInnerParamRef
)

// place is where in the grammar a text is.
type place uint8

const (
	prologStart place = iota
	prologMisc
	prologEnd
	doctype0
	doctype1
	doctype2
	doctype3
	doctype4
	doctype5
	internalSubset
	externalSubset0
	externalSubset1
	entity0
	entity1
	entity2
	entity3
	entity4
	entity5
	entity6
	entity7
	entity8
	entity9
	entity10
	notation0
	notation1
	notation2
	notation3
	notation4
	attlist0
	attlist1
	attlist2
	attlist3
	attlist4
	attlist5
	attlist6
	attlist7
	attlist8
	attlist9
	element0
	element1
	element2
	element3
	element4
	element5
	element6
	element7
	condition0
	condition1
	condition2
	declEnd
	lost

	subset // in a rule: where declarations stand
)

// rule says what follows a token, which may have to be a word.
type rule struct {
	token token
	word  string
	to    place
	role  role
}

// grammar is by place: what white space is for, and what else may follow.
var grammar = [...]struct {
	space role
	rules []rule
}{
	prologStart: {rNone, []rule{{tXMLDecl, "", prologMisc, rXMLDecl}, {tPI, "", prologMisc, rPI}, {tComment, "", prologMisc, rComment},
		{tDeclOpen, "DOCTYPE", doctype0, rDoctypeNone}, {tInstanceStart, "", lost, rInstance}}},
	prologMisc: {rNone, []rule{{tPI, "", prologMisc, rPI}, {tComment, "", prologMisc, rComment}, {tDeclOpen, "DOCTYPE", doctype0, rDoctypeNone},
		{tInstanceStart, "", lost, rInstance}}},
	prologEnd: {rNone, []rule{{tPI, "", prologEnd, rPI}, {tComment, "", prologEnd, rComment}, {tInstanceStart, "", lost, rInstance}}},

	doctype0: {rDoctypeNone, []rule{{tName, "", doctype1, rDoctypeName}, {tPrefixedName, "", doctype1, rDoctypeName}}},
	doctype1: {rDoctypeNone, []rule{{tBracketOpen, "", internalSubset, rDoctypeSubset}, {tDeclClose, "", prologEnd, rDoctypeClose},
		{tName, "SYSTEM", doctype3, rDoctypeNone}, {tName, "PUBLIC", doctype2, rDoctypeNone}}},
	doctype2: {rDoctypeNone, []rule{{tLiteral, "", doctype3, rDoctypePublic}}},
	doctype3: {rDoctypeNone, []rule{{tLiteral, "", doctype4, rDoctypeSystem}}},
	doctype4: {rDoctypeNone, []rule{{tBracketOpen, "", internalSubset, rDoctypeSubset}, {tDeclClose, "", prologEnd, rDoctypeClose}}},
	doctype5: {rDoctypeNone, []rule{{tDeclClose, "", prologEnd, rDoctypeClose}}},

	internalSubset: {rNone, []rule{{tDeclOpen, "ENTITY", entity0, rEntityNone}, {tDeclOpen, "ATTLIST", attlist0, rAttlistNone},
		{tDeclOpen, "ELEMENT", element0, rElementNone}, {tDeclOpen, "NOTATION", notation0, rNotationNone}, {tPI, "", internalSubset, rPI},
		{tComment, "", internalSubset, rComment}, {tParamEntityRef, "", internalSubset, rParamRef}, {tBracketClose, "", doctype5, rDoctypeNone},
		{tNone, "", internalSubset, rNone}}},
	externalSubset1: {rNone, []rule{{tDeclOpen, "ENTITY", entity0, rEntityNone}, {tDeclOpen, "ATTLIST", attlist0, rAttlistNone},
		{tDeclOpen, "ELEMENT", element0, rElementNone}, {tDeclOpen, "NOTATION", notation0, rNotationNone}, {tPI, "", externalSubset1, rPI},
		{tComment, "", externalSubset1, rComment}, {tParamEntityRef, "", externalSubset1, rParamRef}, {tCondOpen, "", condition0, rNone},
		{tCondClose, "", externalSubset1, rNone}, {tNone, "", externalSubset1, rNone}}},

	entity0:  {rEntityNone, []rule{{tPercent, "", entity1, rEntityNone}, {tName, "", entity2, rEntityName}}},
	entity1:  {rEntityNone, []rule{{tName, "", entity7, rParamEntityName}}},
	entity2:  {rEntityNone, []rule{{tName, "SYSTEM", entity4, rEntityNone}, {tName, "PUBLIC", entity3, rEntityNone}, {tLiteral, "", declEnd, rEntityValue}}},
	entity3:  {rEntityNone, []rule{{tLiteral, "", entity4, rEntityPublic}}},
	entity4:  {rEntityNone, []rule{{tLiteral, "", entity5, rEntitySystem}}},
	entity5:  {rEntityNone, []rule{{tDeclClose, "", subset, rEntityComplete}, {tName, "NDATA", entity6, rEntityNone}}},
	entity6:  {rEntityNone, []rule{{tName, "", declEnd, rEntityNotation}}},
	entity7:  {rEntityNone, []rule{{tName, "SYSTEM", entity9, rEntityNone}, {tName, "PUBLIC", entity8, rEntityNone}, {tLiteral, "", declEnd, rEntityValue}}},
	entity8:  {rEntityNone, []rule{{tLiteral, "", entity9, rEntityPublic}}},
	entity9:  {rEntityNone, []rule{{tLiteral, "", entity10, rEntitySystem}}},
	entity10: {rEntityNone, []rule{{tDeclClose, "", subset, rEntityComplete}}},

	notation0: {rNotationNone, []rule{{tName, "", notation1, rNotationName}}},
	notation1: {rNotationNone, []rule{{tName, "SYSTEM", notation3, rNotationNone}, {tName, "PUBLIC", notation2, rNotationNone}}},
	notation2: {rNotationNone, []rule{{tLiteral, "", notation4, rNotationPublic}}},
	notation3: {rNotationNone, []rule{{tLiteral, "", declEnd, rNotationSystem}}},
	notation4: {rNotationNone, []rule{{tLiteral, "", declEnd, rNotationSystem}, {tDeclClose, "", subset, rNotationNoSystem}}},

	attlist0: {rAttlistNone, []rule{{tName, "", attlist1, rAttlistElement}, {tPrefixedName, "", attlist1, rAttlistElement}}},
	attlist1: {rAttlistNone, []rule{{tDeclClose, "", subset, rAttlistNone}, {tName, "", attlist2, rAttributeName}, {tPrefixedName, "", attlist2, rAttributeName}}},
	attlist2: {rAttlistNone, []rule{{tName, "CDATA", attlist8, rAttributeType}, {tName, "ID", attlist8, rAttributeType}, {tName, "IDREF", attlist8, rAttributeType},
		{tName, "IDREFS", attlist8, rAttributeType}, {tName, "ENTITY", attlist8, rAttributeType}, {tName, "ENTITIES", attlist8, rAttributeType},
		{tName, "NMTOKEN", attlist8, rAttributeType}, {tName, "NMTOKENS", attlist8, rAttributeType}, {tName, "NOTATION", attlist5, rAttlistNone},
		{tParenOpen, "", attlist3, rAttlistNone}}},
	attlist3: {rAttlistNone, []rule{{tNmtoken, "", attlist4, rAttributeEnum}, {tName, "", attlist4, rAttributeEnum}, {tPrefixedName, "", attlist4, rAttributeEnum}}},
	attlist4: {rAttlistNone, []rule{{tParenClose, "", attlist8, rAttlistNone}, {tOr, "", attlist3, rAttlistNone}}},
	attlist5: {rAttlistNone, []rule{{tParenOpen, "", attlist6, rAttlistNone}}},
	attlist6: {rAttlistNone, []rule{{tName, "", attlist7, rAttributeNotation}}},
	attlist7: {rAttlistNone, []rule{{tParenClose, "", attlist8, rAttlistNone}, {tOr, "", attlist6, rAttlistNone}}},
	attlist8: {rAttlistNone, []rule{{tPoundName, "#IMPLIED", attlist1, rImplied}, {tPoundName, "#REQUIRED", attlist1, rRequired},
		{tPoundName, "#FIXED", attlist9, rAttlistNone}, {tLiteral, "", attlist1, rDefault}}},
	attlist9: {rAttlistNone, []rule{{tLiteral, "", attlist1, rFixed}}},

	element0: {rElementNone, []rule{{tName, "", element1, rElementName}, {tPrefixedName, "", element1, rElementName}}},
	element1: {rElementNone, []rule{{tName, "EMPTY", declEnd, rContentEmpty}, {tName, "ANY", declEnd, rContentAny}, {tParenOpen, "", element2, rGroupOpen}}},
	element2: {rElementNone, []rule{{tPoundName, "#PCDATA", element3, rContentPCData}, {tParenOpen, "", element6, rGroupOpen},
		{tName, "", element7, rContentElement}, {tPrefixedName, "", element7, rContentElement}, {tNameQuestion, "", element7, rContentOptional},
		{tNameStar, "", element7, rContentRepeated}, {tNamePlus, "", element7, rContentPlus}}},
	element3: {rElementNone, []rule{{tParenClose, "", element7, rGroupClose}, {tParenCloseStar, "", element7, rGroupCloseRepeated},
		{tOr, "", element4, rElementNone}}},
	element4: {rElementNone, []rule{{tName, "", element5, rContentElement}, {tPrefixedName, "", element5, rContentElement}}},
	element5: {rElementNone, []rule{{tParenCloseStar, "", element7, rGroupCloseRepeated}, {tOr, "", element4, rElementNone}}},
	element6: {rElementNone, []rule{{tParenOpen, "", element6, rGroupOpen}, {tName, "", element7, rContentElement}, {tPrefixedName, "", element7, rContentElement},
		{tNameQuestion, "", element7, rContentOptional}, {tNameStar, "", element7, rContentRepeated}, {tNamePlus, "", element7, rContentPlus}}},
	element7: {rElementNone, []rule{{tParenClose, "", element7, rGroupClose}, {tParenCloseStar, "", element7, rGroupCloseRepeated},
		{tParenCloseQuestion, "", element7, rGroupCloseOptional}, {tParenClosePlus, "", element7, rGroupClosePlus}, {tComma, "", element6, rGroupSequence},
		{tOr, "", element6, rGroupChoice}}},

	condition0: {rNone, []rule{{tName, "INCLUDE", condition1, rNone}, {tName, "IGNORE", condition2, rNone}}},
	condition1: {rNone, []rule{{tBracketOpen, "", externalSubset1, rNone}}},
	condition2: {rNone, []rule{{tBracketOpen, "", externalSubset1, rIgnore}}},
	declEnd:    {rNone, []rule{{tDeclClose, "", subset, rNone}}},
	lost:       {rNone, nil},
}

// roleState is where in the grammar a parser is.
type roleState struct {
	at       place
	external bool // in an external parameter entity
	level    int  // of groups in an element's declaration
	included int  // sections with INCLUDE that are open
	rest     role // what the rest of the declaration is for
}

// next takes a token with its text.
func (s *roleState) next(t token, text []byte) role {
	if s.at == externalSubset0 {
		if s.at = externalSubset1; t == tXMLDecl {
			return rTextDecl
		}
	}
	g := &grammar[s.at]
	if t == tSpace {
		if s.at == prologStart {
			s.at = prologMisc
		}
		if s.at == declEnd {
			return s.rest
		}
		if s.at != lost {
			return g.space
		}
	}
	for i := range g.rules {
		r := &g.rules[i]
		if r.token != t {
			continue
		}
		if r.word != "" {
			if t == tDeclOpen {
				if string(text[2:]) != r.word {
					continue
				}
			} else if string(text) != r.word {
				continue
			}
		}
		return s.take(r, g.space)
	}
	return s.wrong(t)
}

func (s *roleState) wrong(t token) role {
	if s.external && t == tParamEntityRef {
		return rInnerParamRef
	}
	s.at = lost
	return rError
}

// take follows a rule in a place where white space is for space.
func (s *roleState) take(r *rule, space role) role {
	was := s.at
	switch {
	case was == externalSubset1 && r.token == tCondClose:
		if s.included == 0 {
			return s.wrong(r.token)
		}
		s.included--
	case was == externalSubset1 && r.token == tNone && s.included > 0:
		return s.wrong(r.token)
	case was == condition1:
		s.included++
	}
	s.at = r.to
	switch r.to {
	case subset:
		if s.at = internalSubset; s.external {
			s.at = externalSubset1
		}
	case declEnd:
		s.rest = space
	}
	switch r.role {
	case rGroupOpen:
		if was == element1 {
			s.level = 0
		}
		s.level++
	case rGroupClose, rGroupCloseOptional, rGroupCloseRepeated, rGroupClosePlus:
		if s.level--; s.level == 0 {
			s.at, s.rest = declEnd, rElementNone
		}
	}
	if was == declEnd {
		return s.rest
	}
	return r.role
}
