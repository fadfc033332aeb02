// Virtual environments of an installed library: their pyvenv.cfg says which library it is, since home, psy's own folder, does not.

package modules

import (
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// recordLibrary is run when an installed library's venv has been imported: what writes pyvenv.cfg adds a line then.
const recordLibrary = `
def record(make):
    def create_configuration(self, context):
        make(self, context)
        with open(context.cfg_path, "a", encoding="utf-8") as f:
            f.write(f"library = {library}\n")
    create_configuration.__wrapped__, create_configuration.__doc__ = make, make.__doc__
    create_configuration.__qualname__ = make.__qualname__
    return create_configuration

EnvBuilder.create_configuration = record(EnvBuilder.create_configuration)
`

// tellVenv has the module venv record the library, if that is an installed one. False: an exception is set.
func tellVenv(t *Thread, m *object.Dict) bool {
	h := hostOf(t)
	builder := m.GetStr(object.Intern(t, "EnvBuilder"))
	if h.library != nil || h.opts.Library == "" || builder == null {
		return true
	}
	d, library, name := object.NewDict(t), object.NewStr(t, h.opts.Library), object.NewStr(t, "venv")
	if d == nil || library == null || name == null || !d.SetStr(t, "EnvBuilder", builder) || !d.SetStr(t, "library", library) ||
		!d.SetStr(t, "__name__", name) || !d.Set(t, t.N(object.N_builtins_), object.Of(t.RT.Builtins)) {
		return false
	}
	c := compilation{filename: "<venv>", mode: syntax.Exec, optimize: -1}
	made := c.codeOf(t, []byte(recordLibrary))
	if made == nil {
		return false
	}
	code := object.NewCode(t, made)
	return code != null && interp.RunCode(t, object.As[object.Code](code), d, object.Of(d)) != null
}
