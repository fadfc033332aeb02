package staging

var GeneralRegs, XRegs = generalRegs, xRegs

// Owner is the value that occupies p.
func (s *State) Owner(p Place) *Info {
	switch {
	case p.IsSlot():
		return s.Home[p.N()]
	case p.IsSpill():
		return s.spills[p.N()]
	}
	return s.regs[p]
}
