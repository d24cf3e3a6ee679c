package mcpbridge

// StderrTail returns the last lines that a server's processes wrote to stderr, or
// to stdout without their being messages, oldest first, those of the process that
// ended last before those of the running ones. Lines are cut and the values of the
// server's environment masked; they are for operators, not for callers of tools.
func (b *Bridge) StderrTail(server string) ([]string, error) {
	s, err := b.server(server)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	lines := append([]string(nil), s.lastWords...)
	for _, w := range s.workers() {
		if w.proc != nil {
			lines = append(lines, w.proc.child.StderrTail()...)
		}
	}
	s.mu.Unlock()
	for i, line := range lines {
		lines[i] = s.output.clean(line)
	}
	return lines, nil
}

// ended counts the end of a process and keeps its last words.
func (w *worker) ended(proc *process) {
	s := w.s
	s.exits.Add(1)
	w.words = proc.child.StderrTail()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastWords = w.words
}
