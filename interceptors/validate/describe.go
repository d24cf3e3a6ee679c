package validate

import (
	"fmt"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// describe returns the problem of a field, for people. If a required value is missing, it replaces
// the text of the violated rules, which does not name the remedy.
func describe(request protoreflect.MessageDescriptor, v *protovalidate.Violation) string {
	field := v.FieldDescriptor
	switch v.Proto.GetRuleId() {
	case "string.min_bytes", "string.min_len":
		if v.FieldValue.IsValid() && v.FieldValue.String() == "" {
			return "is required"
		}
	case "enum.not_in":
		if field != nil && field.Enum() != nil && v.FieldValue.IsValid() && v.FieldValue.Enum() == 0 {
			return "is required: one of " + strings.Join(enumValues(field.Enum()), ", ")
		}
	case "required":
		if members := oneofMembers(request, v.Proto.GetField().GetElements()); len(members) > 0 {
			return fmt.Sprintf("is required: set %s", strings.Join(members, " or "))
		}
		return "is required"
	}
	return v.Proto.GetMessage()
}

// sentence returns a sentence with the field and its problem.
func sentence(field, description string) string {
	if strings.HasPrefix(description, "is ") || strings.HasPrefix(description, "must ") {
		return fmt.Sprintf("field %s %s", field, description)
	}
	return fmt.Sprintf("field %s: %s", field, description)
}

// enumValues returns the names of the values of an enum except the first, which means unset.
func enumValues(enum protoreflect.EnumDescriptor) []string {
	var names []string
	for i := range enum.Values().Len() {
		if value := enum.Values().Get(i); value.Number() != 0 {
			names = append(names, string(value.Name()))
		}
	}
	return names
}

// oneofMembers returns the names of the members of the oneof that a path leads to; none if it leads
// to something else.
func oneofMembers(message protoreflect.MessageDescriptor, path []*validate.FieldPathElement) []string {
	for i, element := range path {
		name := protoreflect.Name(element.GetFieldName())
		if i == len(path)-1 {
			return names(message.Oneofs().ByName(name))
		}
		field := message.Fields().ByName(name)
		if field == nil || field.Message() == nil {
			return nil
		}
		message = field.Message()
	}
	return nil
}

func names(oneof protoreflect.OneofDescriptor) []string {
	if oneof == nil {
		return nil
	}
	var all []string
	for i := range oneof.Fields().Len() {
		all = append(all, string(oneof.Fields().Get(i).Name()))
	}
	return all
}
