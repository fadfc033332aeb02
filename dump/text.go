// Vinfos in a line of text.

package dump

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// String is the variable with what is known of it.
func (s *Slot) String() string { return s.Name + ": " + s.Text() }

// Text is what is known of the variable.
func (s *Slot) Text() string {
	if s.Info == nil {
		return "gone"
	}
	text := s.Info.Text()
	if s.Stored {
		text += ", stored"
	}
	return text
}

// Text is i as people read it: "value in rax[int, int in rcx]" is a Python object in rax, an int whose number is in rcx too; what has an
// exclamation mark is fixed.
func (i *Info) Text() string {
	var b strings.Builder
	i.text(&b)
	return b.String()
}

func (i *Info) text(b *strings.Builder) {
	switch {
	case i == nil:
		b.WriteByte('?')
		return
	case i.Same != "":
		b.WriteString("= " + i.Same)
		return
	}
	switch i.Stage {
	case "compile-time":
		b.WriteString(i.Value)
		if i.Fixed {
			b.WriteByte('!')
		}
	case "run-time":
		b.WriteString(i.Kind + " in " + i.Place)
	default:
		b.WriteString("virtual " + i.Value)
	}
	showType := i.Type != "" && i.Stage == "run-time"
	if len(i.Items) == 0 && !showType {
		return
	}
	b.WriteByte('[')
	if showType {
		b.WriteString(i.Type)
	}
	for n, x := range i.Items {
		if n > 0 || showType {
			b.WriteString(", ")
		}
		x.text(b)
	}
	b.WriteByte(']')
}

// Origins says who made the variable what it is to the compiler.
func (s *Slot) Origins() string {
	if s.Info == nil || s.Info.By == nil {
		return ""
	}
	text := s.Info.By.Text()
	if t := s.Info.Typed; t != nil {
		text += "; its class: " + t.Text()
	}
	return text
}

// Text is "guard at 12", with the function if it is named.
func (o *Origin) Text() string {
	text := fmt.Sprintf("%s at %d", o.By, o.Offset)
	if o.Function != "" {
		text += " of " + o.Function
	}
	return text
}

// Count counts one more thing at an instruction.
func (f *Function) Count(offset int, what, reason string, n uint64) {
	for i := range f.Sites {
		if s := &f.Sites[i]; s.Offset == offset && s.What == what && s.Reason == reason {
			s.Count += n
			return
		}
	}
	f.Sites = append(f.Sites, Site{offset, what, reason, n})
	slices.SortStableFunc(f.Sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
	})
}

// SortOwners puts the largest owner first.
func (m *Memory) SortOwners() {
	slices.SortFunc(m.Owners, func(a, b Owner) int {
		return cmp.Or(cmp.Compare(b.Code+b.Metadata, a.Code+a.Metadata), cmp.Compare(a.Function, b.Function))
	})
}
