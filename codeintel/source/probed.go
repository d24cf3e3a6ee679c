package source

import (
	"errors"
	"fmt"
)

// ErrUnparsable is returned for a file whose contents no parser must read, see [Unparsable].
var ErrUnparsable = errors.New("not text")

// ReadProbed returns the contents of a file as [Roots.ReadFile] does, and a probe of them from
// before the read. The probe records a refusal. Contents that a parser must not read are an
// [ErrUnparsable].
func (r Roots) ReadProbed(path string, limit int64) ([]byte, Probe, error) {
	probe := NewProbe(path, AspectContent)
	data, err := r.ReadFile(path, limit)
	if err != nil && probe.exists && !probe.stamp.Dir {
		probe.Refuse(ReasonOf(err))
	}
	if reason := Unparsable(data); err == nil && reason != "" {
		probe.Refuse(reason)
		return nil, probe, fmt.Errorf("read %s: %w: %s", path, ErrUnparsable, reason)
	}
	return data, probe, err
}

// Refusals returns the paths of the set that exist but were not read, each with a reason. It
// leaves out those that changed since.
func (s *Probes) Refusals() []LeftOut {
	if s == nil {
		return nil
	}
	var out []LeftOut
	for i := range s.refused {
		if p := &s.refused[i]; p.unchanged() {
			out = append(out, LeftOut{Path: p.Path, Reason: p.Refused()})
		}
	}
	return out
}
