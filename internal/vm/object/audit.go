// Audit events: what sys.addaudithook's hooks are told.

package object

// Audited tells which of a getset's uses raise an event.
type Audited uint8

const (
	AuditGet Audited = 1 << iota
	AuditSet
	AuditDelete
)

// Audit tells the program's hooks, if there are any, of an event; false: one of them has raised.
func Audit(t *Thread, event string, args ...Value) bool {
	if t.RT.OnAudit == nil {
		return true
	}
	a := TupleOf(t, args)
	return a != Null && t.RT.OnAudit(t, event, a)
}

// auditGet tells of reading the attribute name of obj.
func auditGet(t *Thread, obj, name Value) bool { return Audit(t, "object.__getattr__", obj, name) }

// auditSet tells of storing val (Null: deleting) as the attribute name of obj.
func (on Audited) auditSet(t *Thread, obj, name, val Value) bool {
	switch {
	case t.RT.OnAudit == nil:
	case val != Null && on&AuditSet != 0:
		return Audit(t, "object.__setattr__", obj, name, val)
	case val == Null && on&AuditDelete != 0:
		return Audit(t, "object.__delattr__", obj, name)
	}
	return true
}
