// Profiles in pprof's format: a message of protocol buffers, as github.com/google/pprof/proto/profile.proto describes it. The tests read them with
// pprof's own package, which takes memory and time in every process that imports it.

package profile

import (
	"encoding/binary"
	"time"
)

// message is a message that is being written. A field that is 0 or "" is left out, as by other writers.
type message []byte

func (m *message) number(field int, v int64) {
	if v != 0 {
		*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3), uint64(v))
	}
}

func (m *message) part(field int, part []byte) {
	*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3|2), uint64(len(part)))
	*m = append(*m, part...)
}

// The fields of a profile and of its parts.
const (
	sampleType, sampleField, locationField, functionField, stringField = 1, 2, 4, 5, 6
	timeField, durationField, periodType, periodField, defaultType     = 9, 10, 11, 12, 14

	typeName, typeUnit                                                       = 1, 2
	sampleLocations, sampleValues                                            = 1, 2
	locationID, locationLine                                                 = 1, 4
	lineFunction, lineNumber                                                 = 1, 2
	functionID, functionName, functionSystemName, functionFile, functionLine = 1, 2, 3, 4, 5
)

// encode gives the message, without the samples whose counts are 0, and what only they mention.
func (m *Mark) encode(begun time.Time) []byte {
	var out, functions, locations message
	t := numbered[string]{} // the strings of a profile, which its parts mention by number
	t.number("")            // the first one by definition
	valueType := func(field int, name, unit string) {
		var v message
		v.number(typeName, int64(t.number(name)))
		v.number(typeUnit, int64(t.number(unit)))
		out.part(field, v)
	}
	valueType(sampleType, "samples", "count")
	valueType(sampleType, "cpu", "nanoseconds")

	functionIDs := map[Frame]int64{} // without the line
	function := func(f Frame) int64 {
		f.Line = 0
		id, known := functionIDs[f]
		if !known {
			id = int64(len(functionIDs) + 1)
			functionIDs[f] = id
			var v message
			v.number(functionID, id)
			v.number(functionName, int64(t.number(f.Func)))
			v.number(functionSystemName, int64(t.number("py::"+f.Func+":"+f.File))) // with equal names pprof would take <module> for the arguments of a template
			v.number(functionFile, int64(t.number(f.File)))
			v.number(functionLine, int64(f.FirstLine))
			functions.part(functionField, v)
		}
		return id
	}
	locationIDs := map[uint32]uint64{}
	location := func(place uint32) uint64 {
		id, known := locationIDs[place]
		if !known {
			id = uint64(len(locationIDs) + 1)
			locationIDs[place] = id
			var line, v message
			line.number(lineFunction, function(m.places[place]))
			line.number(lineNumber, int64(m.places[place].Line))
			v.number(locationID, int64(id))
			v.part(locationLine, line)
			locations.part(locationField, v)
		}
		return id
	}
	for n, stack := range m.stacks {
		seen := m.seen[n]
		if seen == (counts{}) {
			continue
		}
		var ids, v message
		for _, place := range stack {
			ids = binary.AppendUvarint(ids, location(place))
		}
		v.part(sampleLocations, ids)
		v.part(sampleValues, binary.AppendUvarint(binary.AppendUvarint(nil, uint64(seen.times)), uint64(seen.ns)))
		out.part(sampleField, v)
	}
	out = append(append(out, locations...), functions...)
	out.number(timeField, begun.UnixNano())
	out.number(durationField, int64(m.at.Sub(begun)))
	valueType(periodType, "cpu", "nanoseconds")
	out.number(periodField, int64(period))
	out.number(defaultType, int64(t.number("cpu")))
	for _, s := range t.list {
		out.part(stringField, []byte(s))
	}
	return out
}
