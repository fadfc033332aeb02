package object

import (
	"reflect"
	"testing"
)

// fixedFields are the fields of Runtime that no program changes, and those that Reset deals with itself.
var fixedFields = map[string]string{
	"Heap": "has an image of its own", "Main": "Current is kept, but for Native", "lock": "there is one thread; interval and last are kept",
	"weak": "kept", "asked": "empty at rest", "running": "empty at rest", "restAfter": "adapts anew", "Stopping": "each call begins without it", "methodCache": "cleared", "tupleHashes": "out of date", "abcAnswers": "out of date", "epoch": "goes on", "depths": "cleared", "HashSeed": "fixed", "idShift": "fixed",
	"Interpreter": "fixed", "Watcher": "fixed", "Host": "fixed", "Counts": "statistics", "OnStrand": "fixed", "OnWipe": "fixed", "OnResume": "fixed",
	"OnPull": "fixed", "OnCalls": "fixed", "OnHot": "fixed", "Machine": "the engine, which stands at a key", "Tier2": "an engine, which is asked", "Entries": "tier 2's engine's",
	"ColdExits": "statistics", "Waker": "kept", "NativeSlots": "fixed", "System": "asked", "RecursionMost": "fixed", "DevMode": "fixed",
	"OnCode": "a debugger's", "OnUncaught": "a debugger's", "OnBreakpoint": "a debugger's", "Held": "a debugger's", "host": "kept and asked",
}

// TestImageFields: each field of Runtime is kept by images, or listed with the reason why not.
func TestImageFields(t *testing.T) {
	kept := reflect.TypeFor[runtimeState]()
	for f := range fieldsOf(reflect.TypeFor[Runtime]()) {
		_, is := kept.FieldByName(f)
		if _, fixed := fixedFields[f]; is == fixed {
			t.Errorf("Runtime.%s: kept %v, listed as not kept %v", f, is, fixed)
		}
	}
	for f := range fixedFields {
		if _, ok := reflect.TypeFor[Runtime]().FieldByName(f); !ok {
			t.Errorf("Runtime has no field %s", f)
		}
	}
	// Besides Current, a thread has what is fixed or at rest.
	for f := range fieldsOf(reflect.TypeFor[Thread]()) {
		switch f {
		case "RT", "Current", "Traces", "Place", "Breaker", "Allocator", "Owner":
		default:
			t.Errorf("Thread.%s: how does it take part in images?", f)
		}
	}
}

func fieldsOf(typ reflect.Type) map[string]bool {
	m := map[string]bool{}
	for i := range typ.NumField() {
		m[typ.Field(i).Name] = true
	}
	return m
}
