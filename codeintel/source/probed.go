package source

// ReadProbed returns the contents of a file as [Roots.ReadFile] does, and a probe of them from
// before the read. The probe records a refusal.
func (r Roots) ReadProbed(path string, limit int64) ([]byte, Probe, error) {
	probe := NewProbe(path, AspectContent)
	data, err := r.ReadFile(path, limit)
	if err != nil && probe.exists && !probe.stamp.Dir {
		probe.Refuse(ReasonOf(err))
	}
	return data, probe, err
}

// Refusals returns the paths of the set that exist but were not read, each with a reason.
func (s *Probes) Refusals() []LeftOut {
	if s == nil {
		return nil
	}
	return s.refused
}
