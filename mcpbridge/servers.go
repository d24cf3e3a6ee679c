package mcpbridge

// Servers returns the status of every server in configuration order.
func (b *Bridge) Servers() []ServerStatus {
	out := make([]ServerStatus, len(b.upstreams))
	for i, u := range b.upstreams {
		out[i] = u.status()
	}
	return out
}

// Server returns one server's status. Its error is an [*Error].
func (b *Bridge) Server(name string) (ServerStatus, error) {
	u, err := b.upstream(name)
	if err != nil {
		return ServerStatus{}, err
	}
	return u.status(), nil
}

// StderrTail returns the last lines that a server's processes wrote to stderr, and those
// on stdout that were not messages, oldest first; lines of the process that ended last
// precede those of running ones. Lines are cut, and the values of the server's
// environment are masked. They are for operators, not for callers of tools.
func (b *Bridge) StderrTail(server string) ([]string, error) {
	u, err := b.upstream(server)
	if err != nil {
		return nil, err
	}
	return u.outputTail(), nil
}

// Subscribe returns a channel that gets a signal when the state of a server or the
// catalog has changed since the last signal was received. It is closed when the bridge
// has closed. cancel ends the subscription and may be called more than once.
func (b *Bridge) Subscribe() (changes <-chan struct{}, cancel func()) {
	return b.changes.Subscribe()
}
