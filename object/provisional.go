// Definitions that the files named beside them are to replace.
package object

// int.go
func Int64(v Value) (int64, bool) { return v.Int(), v.IsInt() }
func IntSign(v Value) int         { return 0 }
func NewInt(t *Thread, i int64) Value {
	return SmallInt(i)
}
