package cases

import "encoding/json"

// Field is one named piece of an inline cache, its size in code units.
type Field struct {
	Name string
	Size int
}

// UnmarshalJSON reads the facts' form, ["name", size].
func (f *Field) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&f.Name, &f.Size})
}
