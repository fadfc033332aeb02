// Go types that have a form of their own in Python: times, fractions, addresses, errors, contexts, file systems, sets.

package psy

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// special is how values of a Go type are converted that has a form of its own. Where one of the functions is missing, the type's kind decides.
type special struct {
	toPython func(r *Runtime, v reflect.Value, where string) (object.Value, error)
	toGo     func(r *Runtime, v object.Value, dst reflect.Value, where string) error
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	ratType      = reflect.TypeFor[big.Rat]()
	addrType     = reflect.TypeFor[netip.Addr]()
	prefixType   = reflect.TypeFor[netip.Prefix]()
	fsType       = reflect.TypeFor[fs.FS]()
	liveType     = reflect.TypeFor[liveValue]()
	emptyType    = reflect.TypeFor[struct{}]()
)

// specials are filled in by init, since their functions refer to the table.
var (
	specials     map[reflect.Type]*special
	specialCache sync.Map // reflect.Type to *special, which may be nil
	errorForm    = &special{}
	contextForm  = &special{}
	fsForm       = &special{}
	setForm      = &special{}
)

func init() {
	errorForm.toPython, contextForm.toPython, fsForm.toPython = errorToPython, contextToPython, fsToPython
	*setForm = special{setToPython, setToGo}
	specials = map[reflect.Type]*special{
		timeType:      {timeToPython, timeToGo},
		durationType:  {durationToPython, durationToGo},
		ratType:       {ratToPython, ratToGo},
		addrType:      {addrToPython, parsedToGo(netip.ParseAddr, "IPv4Address", "IPv6Address")},
		prefixType:    {prefixToPython, parsedToGo(netip.ParsePrefix, "IPv4Network", "IPv6Network", "IPv4Interface", "IPv6Interface")},
		liveType:      {toPython: wrappedToPython},
		errorType:     {errorToPython, errorToGo},
		boundType:     {toPython: functionToPython},
		goFuncType:    {toPython: goFuncToPython},
		emptyType:     {emptyToPython, emptyToGo},
		interfaceType: nil,
	}
}

var (
	boundType     = reflect.TypeFor[*bound]()
	goFuncType    = reflect.TypeFor[*GoFunc]()
	interfaceType = reflect.TypeFor[any]()
)

// specialOf is the form of a type, or nil.
func specialOf(typ reflect.Type) *special {
	if s, ok := specialCache.Load(typ); ok {
		return s.(*special)
	}
	s := specials[typ]
	if s == nil && typ.Kind() != reflect.Interface && typ != valueType && typ != modType && typ != bigType {
		switch {
		case typ.Implements(contextType) && (typ.Kind() != reflect.Pointer || typ.Elem().PkgPath() == "context"):
			s = contextForm
		case typ.Implements(errorType):
			s = errorForm
		case typ.Implements(fsType):
			s = fsForm
		case typ.Kind() == reflect.Map && typ.Elem() == emptyType:
			s = setForm
		}
	}
	specialCache.Store(typ, s)
	return s
}

// wrappedToPython is the live object that Live asks for.
func wrappedToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	x := reflect.ValueOf(v.Interface().(liveValue).x)
	switch {
	case !x.IsValid():
		return object.None, nil
	case x.Kind() == reflect.Pointer && x.Type().Elem().Kind() != reflect.Pointer:
		if x.IsNil() {
			return object.None, nil
		}
		return r.liveObject(x, "")
	case x.Kind() == reflect.Func:
		return r.reflected(x, where, 0)
	}
	p := reflect.New(x.Type())
	p.Elem().Set(x)
	fixed := ""
	switch x.Kind() {
	case reflect.Slice:
		fixed = "it was given by value, not by pointer, and so its length is fixed"
	case reflect.Struct, reflect.Array:
		fixed = "it was given by value, not by pointer"
	case reflect.Map:
		if x.IsNil() {
			fixed = "it is a nil map, given by value"
		}
	}
	return r.liveObject(p, fixed)
}

func functionToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	return r.newFunction(v.Interface().(*bound))
}

// emptyToPython: struct{} has no content, as None.
func emptyToPython(*Runtime, reflect.Value, string) (object.Value, error) { return object.None, nil }

func emptyToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	if v != object.None {
		return wrong(r, v, dst.Type(), where, "")
	}
	return nil
}

// setToPython makes a set of a map whose values are struct{}.
func setToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	t := r.t
	set := object.SetOf(t, nil)
	if set == object.Null {
		return set, r.failure()
	}
	for _, e := range sortedEntries(v) {
		key, err := r.reflected(e.key, where, 0)
		if err != nil {
			return object.Null, inElement(err, where, e.key)
		}
		if !object.SetAdd(t, set, key) || !t.Poll() {
			return object.Null, r.failure()
		}
	}
	return set, nil
}

func setToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	typ := dst.Type()
	if !object.IsInstance(r.t, v, object.TSet) && !object.IsInstance(r.t, v, object.TFrozenSet) {
		if object.IsDict(v) {
			return r.toMap(v, dst, where, 0)
		}
		return wrong(r, v, typ, where, "")
	}
	out := reflect.MakeMap(typ)
	err := r.each(v, typ, where, func(i int, x object.Value) error {
		k := reflect.New(typ.Key()).Elem()
		if err := toGo(r, x, k, where, 0); err != nil {
			return inElement(err, where, i)
		}
		if !k.Comparable() {
			return wrong(r, v, typ, where, "an element has no equality in Go")
		}
		out.SetMapIndex(k, reflect.Zero(emptyType))
		return nil
	})
	if err == nil {
		dst.Set(out)
	}
	return err
}

// named is an attribute of an object, for conversions.
func (r *Runtime) named(v object.Value, name string) (object.Value, error) {
	n := object.Intern(r.t, name)
	if v == object.Null || n == object.Null {
		return object.Null, r.failure()
	}
	return r.made(object.GetAttr(r.t, v, n))
}

// from is what a module of the library has under a name.
func (r *Runtime) from(module, name string) (object.Value, error) {
	return r.named(modules.ImportModule(r.t, module), name)
}

// isA reports whether v is an instance of a class of the library.
func (r *Runtime) isA(v object.Value, module, name string) (bool, error) {
	if !v.IsPtr() {
		return false, nil
	}
	cls, err := r.from(module, name)
	if err != nil || !object.IsType(cls) {
		return false, err
	}
	return object.TypeOf(r.t, v).IsSubtype(object.As[object.Type](cls)), nil
}

// callInts calls f with ints, and with last behind them unless that is Null.
func (r *Runtime) callInts(f object.Value, last object.Value, ints ...int) (object.Value, error) {
	t, n := r.t, len(ints)
	if last != object.Null {
		n++
	}
	a := t.PushArgs(n)
	if a == nil {
		return object.Null, r.failure()
	}
	defer t.PopArgs(n)
	for i, x := range ints {
		a[i] = object.SmallInt(int64(x))
	}
	if last != object.Null {
		a[n-1] = last
	}
	return r.made(object.Call(t, f, a, object.Null))
}

// intNamed is an attribute that is an int.
func (r *Runtime) intNamed(v object.Value, name string) (int, error) {
	x, err := r.named(v, name)
	if err != nil {
		return 0, err
	}
	n, ok := object.Int64(x)
	if !ok || !object.IsIntLike(x) {
		return 0, &ConversionError{typeName(r, x), "int", name, ""}
	}
	return int(n), nil
}

// timeToPython makes an aware datetime.datetime. The name of the location is lost; its offset and abbreviation are kept.
func timeToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	x := v.Interface().(time.Time)
	if x.Nanosecond()%1000 != 0 {
		return object.Null, &ConversionError{"time.Time", "datetime.datetime", where, "it has nanoseconds, which a datetime has not: round it by Truncate(time.Microsecond)"}
	}
	if y := x.Year(); y < 1 || y > 9999 {
		return object.Null, &OverflowError{x.String(), "datetime.datetime", where}
	}
	zone, err := r.from("datetime", "timezone")
	if err != nil {
		return object.Null, err
	}
	tz, err := r.named(zone, "utc")
	if err != nil {
		return object.Null, err
	}
	if name, offset := x.Zone(); offset != 0 || x.Location() != time.UTC && name != "UTC" && name != "" {
		delta, err := r.from("datetime", "timedelta")
		if err == nil {
			delta, err = r.callInts(delta, object.Null, 0, offset)
		}
		if err != nil {
			return object.Null, err
		}
		if name == "" {
			tz, err = r.made(object.Call1(r.t, zone, delta))
		} else {
			s, e := r.newStr(name, where)
			if e != nil {
				return object.Null, e
			}
			tz, err = r.made(object.Call2(r.t, zone, delta, s))
		}
		if err != nil {
			return object.Null, err
		}
	}
	cls, err := r.from("datetime", "datetime")
	if err != nil {
		return object.Null, err
	}
	return r.callInts(cls, tz, x.Year(), int(x.Month()), x.Day(), x.Hour(), x.Minute(), x.Second(), x.Nanosecond()/1000)
}

func timeToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	typ := dst.Type()
	if r == nil {
		return wrong(r, v, typ, where, "")
	}
	ok, err := r.isA(v, "datetime", "datetime")
	switch {
	case err != nil:
		return err
	case !ok:
		return wrong(r, v, typ, where, "")
	}
	n := object.Intern(r.t, "utcoffset")
	if n == object.Null {
		return r.failure()
	}
	delta, err := r.made(object.CallMethod0(r.t, v, n))
	if err != nil {
		return err
	}
	if delta == object.None {
		return wrong(r, v, typ, where, "it is naive: it has no time zone")
	}
	offset, err := r.delta(delta, durationType, where)
	if err != nil {
		return err
	}
	loc := time.UTC
	if name, err := r.made(object.CallMethod0(r.t, v, object.Intern(r.t, "tzname"))); err != nil {
		return err
	} else if offset%time.Second != 0 {
		return wrong(r, v, typ, where, "its offset from UTC is no number of seconds")
	} else if s := "UTC"; offset != 0 || object.IsStr(name) && object.GoString(name) != s {
		if s = ""; object.IsStr(name) {
			s = strings.ToValidUTF8(object.GoString(name), "\uFFFD")
		}
		loc = time.FixedZone(s, int(offset/time.Second))
	}
	var part [7]int
	for i, name := range [...]string{"year", "month", "day", "hour", "minute", "second", "microsecond"} {
		if part[i], err = r.intNamed(v, name); err != nil {
			return err
		}
	}
	dst.Set(reflect.ValueOf(time.Date(part[0], time.Month(part[1]), part[2], part[3], part[4], part[5], part[6]*1000, loc)))
	return nil
}

func durationToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	d := time.Duration(v.Int())
	if d%time.Microsecond != 0 {
		return object.Null, &ConversionError{"time.Duration", "datetime.timedelta", where, "it has nanoseconds, which a timedelta has not: round it by Truncate(time.Microsecond)"}
	}
	cls, err := r.from("datetime", "timedelta")
	if err != nil {
		return object.Null, err
	}
	return r.callInts(cls, object.Null, 0, int(d/time.Second), int(d%time.Second/time.Microsecond))
}

func durationToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	if r == nil {
		return wrong(r, v, dst.Type(), where, "")
	}
	d, err := r.delta(v, dst.Type(), where)
	if err == nil {
		dst.SetInt(int64(d))
	}
	return err
}

// delta reads a timedelta.
func (r *Runtime) delta(v object.Value, typ reflect.Type, where string) (time.Duration, error) {
	ok, err := r.isA(v, "datetime", "timedelta")
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, wrong(r, v, typ, where, "it takes a datetime.timedelta")
	}
	var part [3]int
	for i, name := range [...]string{"days", "seconds", "microseconds"} {
		if part[i], err = r.intNamed(v, name); err != nil {
			return 0, err
		}
	}
	sum := big.NewInt(int64(part[0]) * 86400)
	sum.Add(sum, big.NewInt(int64(part[1])))
	sum.Mul(sum, big.NewInt(1e9))
	sum.Add(sum, big.NewInt(int64(part[2])*1000))
	if !sum.IsInt64() {
		s, _ := object.ReprString(r.t, v)
		r.t.ClearExc()
		return 0, &OverflowError{s, typ.String(), where}
	}
	return time.Duration(sum.Int64()), nil
}

// ratToPython makes a fractions.Fraction.
func ratToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	x := v.Interface().(big.Rat)
	cls, err := r.from("fractions", "Fraction")
	if err != nil {
		return object.Null, err
	}
	num, err := r.made(object.NewBigInt(r.t, x.Num()))
	if err != nil {
		return num, err
	}
	denom, err := r.made(object.NewBigInt(r.t, x.Denom()))
	if err != nil {
		return denom, err
	}
	return r.made(object.Call2(r.t, cls, num, denom))
}

// ratToGo takes fractions and ints.
func ratToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	z := dst.Addr().Interface().(*big.Rat)
	if r != nil && object.IsIntLike(v) && !v.IsBool() {
		z.SetInt(object.BigOf(v))
		return nil
	}
	ok, err := false, error(nil)
	if r != nil {
		ok, err = r.isA(v, "fractions", "Fraction")
	}
	if err != nil {
		return err
	}
	if !ok {
		return wrong(r, v, dst.Type(), where, "")
	}
	num, err := r.named(v, "numerator")
	if err != nil {
		return err
	}
	denom, err := r.named(v, "denominator")
	if err != nil {
		return err
	}
	if !object.IsIntLike(num) || !object.IsIntLike(denom) || object.BigOf(denom).Sign() == 0 {
		return wrong(r, v, dst.Type(), where, "")
	}
	z.SetFrac(object.BigOf(num), object.BigOf(denom))
	return nil
}

// addrToPython makes an ipaddress.IPv4Address or IPv6Address; the zero Addr is None.
func addrToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	a := v.Interface().(netip.Addr)
	if !a.IsValid() {
		return object.None, nil
	}
	return r.ofText("ipaddress", "ip_address", a.String(), where)
}

func (r *Runtime) ofText(module, name, text, where string) (object.Value, error) {
	f, err := r.from(module, name)
	if err != nil {
		return object.Null, err
	}
	s, err := r.newStr(text, where)
	if err != nil {
		return object.Null, err
	}
	return r.made(object.Call1(r.t, f, s))
}

// textOf is str() of an instance of one of the classes of a module.
func (r *Runtime) textOf(v object.Value, typ reflect.Type, where, module string, classes ...string) (string, error) {
	if r != nil {
		for _, name := range classes {
			switch ok, err := r.isA(v, module, name); {
			case err != nil:
				return "", err
			case ok:
				return r.str(v)
			}
		}
	}
	return "", wrong(r, v, typ, where, "")
}

// parsedToGo makes a converter from objects of module ipaddress, which parse reads in the form that str gives them; None is the zero value.
func parsedToGo[T any](parse func(string) (T, error), classes ...string) func(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	return func(r *Runtime, v object.Value, dst reflect.Value, where string) error {
		if v == object.None {
			dst.SetZero()
			return nil
		}
		s, err := r.textOf(v, dst.Type(), where, "ipaddress", classes...)
		if err != nil {
			return err
		}
		x, err := parse(s)
		if err != nil {
			return wrong(r, v, dst.Type(), where, err.Error())
		}
		dst.Set(reflect.ValueOf(x))
		return nil
	}
}

// prefixToPython makes an ipaddress network, or an interface where bits are set behind the prefix; the zero Prefix is None.
func prefixToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	p := v.Interface().(netip.Prefix)
	if !p.IsValid() {
		return object.None, nil
	}
	f := "ip_network"
	if p.Masked() != p {
		f = "ip_interface"
	}
	return r.ofText("ipaddress", f, p.String(), where)
}

// errorToPython makes the exception that Python would get if a function returned the error.
func errorToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	if k := v.Kind(); (k == reflect.Interface || k == reflect.Pointer) && v.IsNil() {
		return object.None, nil
	}
	e, ok := v.Interface().(error)
	if !ok {
		return object.Null, &ConversionError{v.Type().String(), "object", where, ""}
	}
	var exc *Exception
	if errors.As(e, &exc) {
		if held, ok := exc.value.(Value); ok {
			if x, foreign := held.of(r); foreign == nil {
				return x, nil
			}
		}
	}
	t := r.t
	was := t.Exc
	t.Exc = object.Null
	if err := r.guarded(func() error { // its methods may panic
		_ = e.Error()
		return nil
	}); err != nil {
		e = err
	}
	r.raise(e)
	x := t.Exc
	t.Exc = was
	if x == object.Null {
		return x, &BrokenError{What: "an error without exception"}
	}
	return x, nil
}

// errorToGo gives an exception as an *Exception, and one that was made of a Go error as that.
func errorToGo(r *Runtime, v object.Value, dst reflect.Value, where string) error {
	switch {
	case v == object.None:
		dst.SetZero()
		return nil
	case r == nil || !object.IsExceptionInstance(v):
		return wrong(r, v, dst.Type(), where, "")
	}
	e := goErrorOf(r.t, v)
	if e == nil {
		x := r.exception(v)
		x.value = r.hold(v)
		e = x
	}
	dst.Set(reflect.ValueOf(&e).Elem())
	return nil
}

// tHostContext is the type of contexts.
var tHostContext = object.AllocTypeID()

func init() {
	d := hostDef("host.context", object.Slots{})
	d.Methods = []object.FuncDef{
		{Name: "done", F0: func(t *object.Thread, self object.Value) object.Value {
			return contextCall(t, self, func(ctx context.Context) (any, error) { return ctx.Err() != nil, nil })
		}},
		{Name: "err", F0: func(t *object.Thread, self object.Value) object.Value {
			return contextCall(t, self, func(ctx context.Context) (any, error) { return context.Cause(ctx), nil })
		}},
		{Name: "deadline", F0: func(t *object.Thread, self object.Value) object.Value {
			return contextCall(t, self, func(ctx context.Context) (any, error) {
				if d, ok := ctx.Deadline(); ok {
					return d.Round(0).Truncate(time.Microsecond), nil
				}
				return nil, nil
			})
		}},
		{Name: "remaining", F0: func(t *object.Thread, self object.Value) object.Value {
			return contextCall(t, self, func(ctx context.Context) (any, error) {
				if d, ok := ctx.Deadline(); ok {
					return time.Until(d).Seconds(), nil
				}
				return nil, nil
			})
		}},
	}
	object.DefineType(tHostContext, d)
}

// contextCall asks the context that an object stands for.
func contextCall(t *object.Thread, self object.Value, f func(ctx context.Context) (any, error)) object.Value {
	r, ctx := runtimeOf(t), hostOf[context.Context](t, self)
	var x any
	err := r.guarded(func() (e error) {
		x, e = f(ctx)
		return e
	})
	v := object.Null
	if err == nil {
		v, err = r.toPython(x, "context")
	}
	if err != nil {
		return r.raise(err)
	}
	return v
}

func contextToPython(r *Runtime, v reflect.Value, where string) (object.Value, error) {
	if k := v.Kind(); (k == reflect.Interface || k == reflect.Pointer) && v.IsNil() {
		return object.None, nil
	}
	return r.made(newHostObject(r.t, tHostContext, v.Interface()))
}
