package scip

import "google.golang.org/protobuf/encoding/protowire"

// Values of scip.proto's enums TextEncoding and PositionEncoding.
const (
	textUTF8       = 1
	positionsUTF16 = 2
)

// Encode returns the index as a message scip.Index. It is deterministic.
func (x *Index) Encode() []byte {
	b := appendMessage(nil, 1, x.metadata())
	for i := range x.Documents {
		b = appendMessage(b, 2, x.Documents[i].encode())
	}
	for i := range x.External {
		b = appendMessage(b, 3, x.External[i].encode())
	}
	return b
}

func (x *Index) metadata() []byte {
	b := appendMessage(nil, 2, appendString(nil, 1, x.Tool))
	b = appendString(b, 3, x.Root)
	return appendInt(b, 4, textUTF8)
}

func (d *Document) encode() []byte {
	b := appendString(nil, 1, d.Path)
	for i := range d.Occurrences {
		b = appendMessage(b, 2, d.Occurrences[i].encode())
	}
	for i := range d.Symbols {
		b = appendMessage(b, 3, d.Symbols[i].encode())
	}
	b = appendString(b, 4, d.Language)
	return appendInt(b, 6, positionsUTF16)
}

func (o *Occurrence) encode() []byte {
	b := appendMessage(nil, 1, o.Range.encode())
	b = appendString(b, 2, o.Symbol)
	b = appendInt(b, 3, int(o.Roles))
	if o.Enclosing != (Range{}) {
		b = appendMessage(b, 7, o.Enclosing.encode())
	}
	return b
}

// encode returns the packed numbers of a range: three if it ends on its first line, else four.
func (r Range) encode() []byte {
	numbers := []int{r.StartLine, r.StartCharacter, r.EndLine, r.EndCharacter}
	if r.StartLine == r.EndLine {
		numbers = []int{r.StartLine, r.StartCharacter, r.EndCharacter}
	}
	var b []byte
	for _, n := range numbers {
		b = protowire.AppendVarint(b, uint64(n))
	}
	return b
}

func (s *SymbolInformation) encode() []byte {
	b := appendString(nil, 1, s.Symbol)
	for _, r := range s.Relationships {
		b = appendMessage(b, 4, r.encode())
	}
	b = appendInt(b, 5, int(s.Kind))
	b = appendString(b, 6, s.DisplayName)
	return appendString(b, 8, s.Enclosing)
}

func (r Relationship) encode() []byte {
	b := appendString(nil, 1, r.Symbol)
	if r.Reference {
		b = appendInt(b, 2, 1)
	}
	return appendInt(b, 3, 1) // is_implementation
}

// The functions below append one field. Strings and numbers that are empty or 0 are left out, as
// in every proto3 encoding.

func appendString(b []byte, number protowire.Number, text string) []byte {
	if text == "" {
		return b
	}
	return protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), text)
}

func appendInt(b []byte, number protowire.Number, value int) []byte {
	if value == 0 {
		return b
	}
	b = protowire.AppendTag(b, number, protowire.VarintType)
	return protowire.AppendVarint(b, uint64(value))
}

func appendMessage(b []byte, number protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), message)
}
