package pool

// State of an upstream, or of one of its instances.
type State string

// The values of State.
const (
	StateStarting State = "starting"
	StateReady    State = "ready"
	StateBusy     State = "busy"
	StateSuspect  State = "suspect"
	StateBackoff  State = "backoff"
	StateParked   State = "parked"
	StateStopping State = "stopping"
	StateIdle     State = "idle"
)

// isDown reports whether an instance in this state waits for a restart.
func (s State) isDown() bool { return s == StateBackoff || s == StateParked }

// rank orders states: an upstream has the state of its instance with the highest rank.
func (s State) rank() int {
	switch s {
	case StateBusy:
		return 6
	case StateReady:
		return 5
	case StateSuspect:
		return 4
	case StateStarting:
		return 3
	case StateBackoff:
		return 2
	case StateParked:
		return 1
	case StateStopping, StateIdle:
	}
	return 0
}
