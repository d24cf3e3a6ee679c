package failure

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

func rpcCode(e *mcpbridge.RPCError) codes.Code {
	if e == nil {
		return codes.Unknown
	}
	switch e.Code {
	case -32601: // Method not found
		return codes.Unimplemented
	case -32602: // Invalid params
		return codes.InvalidArgument
	default:
		return codes.Unknown
	}
}

// maxRPCData bounds the data of a JSON-RPC error in a status, in bytes, because a status travels in headers.
const maxRPCData = 2 << 10

// rpcDetails converts a server's JSON-RPC error to a status detail. It returns none for nil.
func rpcDetails(e *mcpbridge.RPCError) []proto.Message {
	if e == nil {
		return nil
	}
	detail := &commonv1.JsonRpcError{
		Code: e.Code, Message: text.Clean(e.Message, text.MaxForeign), DataSizeBytes: int64(len(e.Data)),
	}
	if len(e.Data) <= maxRPCData {
		detail.DataJson = e.Data
	}
	return []proto.Message{detail}
}
