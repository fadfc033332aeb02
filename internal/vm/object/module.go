// Modules: a namespace with a name. The type's attributes are in module_type.go.

package object

// NewModule makes a module with the attributes that every module has; nil on error.
func NewModule(t *Thread, name string) *Module {
	m := New[Module](t, TModule)
	if m == nil {
		return nil
	}
	d := NewDict(t)
	if d == nil {
		return nil
	}
	m.Ext = Of(d)
	if m.Name = Intern(t, name); m.Name == Null {
		return nil
	}
	if !d.Set(t, t.N(N_name_), m.Name) {
		return nil
	}
	for _, n := range [...]Name{N_doc_, N_package_, N_loader_, N_spec_} {
		if !d.Set(t, t.N(n), None) {
			return nil
		}
	}
	return m
}
