// The local time zone: what the environment variable TZ says, a rule or the name of a file, when the module is made and at tzset.

package timemod

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// zoneKey is where the zone that TZ names stands; nil: the system's.
var zoneKey = object.NewHostKey[*time.Location](nil)

// Local is the local time zone.
func Local(t *Thread) *time.Location {
	if z := zoneKey.Of(t.RT); z != nil {
		return z
	}
	return native.SystemOf(t).Now().Location()
}

const zoneFolder = "/usr/share/zoneinfo/"

// readZone makes the zone that TZ names: nil without TZ. What cannot be understood is UTC.
func readZone(t *Thread) *time.Location {
	name, found := "", false
	for _, kv := range native.SystemOf(t).Environ() {
		if k, v, _ := strings.Cut(kv, "="); k == "TZ" {
			name, found = v, true
		}
	}
	if !found {
		return nil
	}
	name = strings.TrimPrefix(name, ":")
	if name == "" {
		return time.UTC
	}
	path := name
	if !strings.HasPrefix(path, "/") {
		path = zoneFolder + path
	}
	if data, err := native.SystemOf(t).ReadFile(path); err == nil {
		if z, err := time.LoadLocationFromTZData(name, data); err == nil {
			return z
		}
	}
	if z := ruleZone(name); z != nil {
		return z
	}
	return time.UTC
}

// ruleZone makes a zone of a POSIX rule, such as CET-1CEST,M3.5.0,M10.5.0/3: it is the last line of a zone file, so such a file
// is made, with one zone and a change in the far past. nil: it is no rule.
func ruleZone(rule string) *time.Location {
	name, rest := ruleName(rule)
	offset, n := ruleOffset(rest)
	if name == "" || n == 0 {
		return nil
	}
	be := binary.BigEndian
	head := func(b []byte, changes, zones, names uint32) []byte {
		b = append(append(b, "TZif2"...), make([]byte, 15)...)
		for _, n := range [...]uint32{0, 0, 0, changes, zones, names} {
			b = be.AppendUint32(b, n)
		}
		return b
	}
	b := head(nil, 0, 1, 1)
	b = append(b, 0, 0, 0, 0, 0, 0, 0) // the zone of the first part, which nobody reads, and its empty name
	b = head(b, 1, 1, uint32(len(name)+1))
	far := int64(-1) << 59
	b = be.AppendUint64(b, uint64(far))
	b = append(b, 0)
	b = be.AppendUint32(b, uint32(int32(offset)))
	b = append(b, 0, 0)
	b = append(append(b, name...), 0)
	b = append(append(append(b, '\n'), rule...), '\n')
	z, err := time.LoadLocationFromTZData(rule, b)
	if err != nil {
		return nil
	}
	return z
}

// ruleName is the name at the beginning of a rule: three letters or more, or anything in angle brackets.
func ruleName(s string) (name, rest string) {
	if strings.HasPrefix(s, "<") {
		name, rest, _ = strings.Cut(s[1:], ">")
		return name, rest
	}
	i := 0
	for i < len(s) && (s[i]|0x20)-'a' < 26 {
		i++
	}
	if i < 3 {
		return "", s
	}
	return s[:i], s[i:]
}

// ruleOffset reads [+-]h[:m[:s]], west of Greenwich, as seconds east; n is its length.
func ruleOffset(s string) (seconds, n int) {
	sign := -1
	if n < len(s) && (s[n] == '-' || s[n] == '+') {
		if s[n] == '-' {
			sign = 1
		}
		n++
	}
	for unit := 3600; unit > 0; unit /= 60 {
		x, start := 0, n
		for n < len(s) && s[n]-'0' < 10 && n < start+3 {
			x = x*10 + int(s[n]-'0')
			n++
		}
		if n == start {
			return 0, 0
		}
		seconds += x * unit
		if n == len(s) || s[n] != ':' {
			break
		}
		n++
	}
	return sign * seconds, n
}

// setZone reads TZ and sets the module's attributes.
func setZone(t *Thread, dict *object.Dict) bool {
	zoneKey.Set(t.RT, readZone(t))
	set := func(name string, v Value) bool { return v != null && dict.SetStr(t, name, v) }
	now := native.SystemOf(t).Now().In(Local(t))
	year := now.Year()
	winter := time.Date(year, 1, 1, 0, 0, 0, 0, now.Location())
	summer := time.Date(year, 7, 1, 0, 0, 0, 0, now.Location())
	standard, saving := winter, summer
	if winter.IsDST() {
		standard, saving = summer, winter
	}
	stdName, stdOffset := standard.Zone()
	dstName, dstOffset := saving.Zone()
	daylight := 0
	if stdOffset != dstOffset {
		daylight = 1
	}
	a, b := object.NewStr(t, stdName), object.NewStr(t, dstName)
	if a == null || b == null {
		return false
	}
	return set("timezone", object.SmallInt(int64(-stdOffset))) && set("altzone", object.SmallInt(int64(-dstOffset))) &&
		set("daylight", object.SmallInt(int64(daylight))) && set("tzname", object.Pair(t, a, b))
}

func timeTzset(t *Thread, self Value) Value {
	m := native.ImportModule(t, "time")
	if m == null {
		return null
	}
	return native.DoneIf(setZone(t, object.As[object.Dict](object.As[object.Module](m).Ext)))
}

var _ = object.Fixed[*time.Location]()
