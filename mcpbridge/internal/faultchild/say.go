package faultchild

import (
	"bytes"
	"strings"
)

// say answers with bytes of the test's choice, in which %s is the id of the call
// and %p that of the call before it.
func say(c *call) {
	c.write(strings.NewReplacer("%s", string(c.id), "%p", string(c.before)).Replace(string(c.args.Raw)))
}

// request sends the client a request of the test's choice, whose id is text, and
// answers with the line that the client wrote in reply.
func request(c *call) {
	c.mu.Lock()
	c.awaited = map[string]func([]byte){
		c.args.Text: func(line []byte) { c.result(c.id, `{"said":`+string(bytes.TrimSpace(line))+`}`) },
	}
	c.mu.Unlock()
	say(c)
}
