package faultchild

import (
	"bufio"
	"bytes"
	"errors"
	"os"
)

// RawEcho is a server with one tool, echo, for benchmarks: the tool returns the params
// of each call. The server buffers its responses and writes them when no further input
// is available.
func RawEcho() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	var long []byte
	for {
		line, err := in.ReadSlice('\n')
		long = append(long[:0], line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = in.ReadSlice('\n')
			long = append(long, line...)
		}
		if err != nil {
			return
		}
		echo(out, long)
		if in.Buffered() == 0 {
			_ = out.Flush()
		}
	}
}

// echo responds to one message of the bridge, whose members have a known order.
func echo(out *bufio.Writer, line []byte) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"jsonrpc":"2.0","id":`))
	if !ok {
		return
	}
	id, rest, _ := bytes.Cut(rest, []byte(`,"method":"`))
	method, params, _ := bytes.Cut(rest, []byte(`","params":`))
	_, _ = out.WriteString(`{"jsonrpc":"2.0","id":`)
	_, _ = out.Write(id)
	switch string(method) {
	case "tools/call":
		_, _ = out.WriteString(`,"result":`)
		_, _ = out.Write(bytes.TrimSuffix(params, []byte("}\n")))
	case "initialize":
		_, _ = out.WriteString(`,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},` +
			`"serverInfo":{"name":"raw","version":"1"}}`)
	case "tools/list":
		_, _ = out.WriteString(`,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}`)
	default:
		_, _ = out.WriteString(`,"error":{"code":-32601,"message":"method not found"}`)
	}
	_, _ = out.WriteString("}\n")
}
