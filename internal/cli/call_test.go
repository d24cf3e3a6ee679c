package cli_test

import "testing"

// A person who calls a tool sees that it returned nothing; a program gets nothing.
func TestCallWithoutContent(t *testing.T) {
	for name, test := range map[string]struct {
		result         string
		isError        bool
		stdout, stderr string
		code           int
	}{
		"nothing":                    {result: `{}`, stderr: "(no content)\n"},
		"no blocks":                  {result: `{"content":[],"structuredContent":null}`, stderr: "(no content)\n"},
		"empty text":                 {result: `{"content":[{"type":"text","text":""}]}`, stderr: "(no content)\n"},
		"error":                      {result: `{"content":[]}`, isError: true, stderr: "(no content)\ncoderefd: the tool t reported an error\n", code: 3},
		"structured and empty text":  {result: `{"content":[{"type":"text"}],"structuredContent":{}}`, stdout: "{}\n"},
		"empty text and a picture":   {result: `{"content":[{"type":"text"},{"type":"image","mimeType":"a/b"}]}`, stdout: "\n[image a/b, 0 bytes in base64]\n"},
		"a space is content already": {result: `{"content":[{"type":"text","text":" "}]}`, stdout: " \n"},
	} {
		t.Run(name, func(t *testing.T) {
			addr := (&fakeService{result: test.result, isError: test.isError}).serve(t)
			stdout, stderr, code := run(t, "call", "t", "--addr", addr)
			if code != test.code || stdout != test.stdout || stderr != test.stderr {
				t.Errorf(
					"got code %d, stdout %q, stderr %q, want %d, %q, %q", code, stdout, stderr, test.code, test.stdout, test.stderr,
				)
			}
			if stdout, stderr, _ = run(t, "call", "t", "-o", "json", "--addr", addr); stdout != test.result+"\n" {
				t.Errorf("with -o json: got stdout %q, want %q; stderr %q", stdout, test.result+"\n", stderr)
			}
		})
	}
}
