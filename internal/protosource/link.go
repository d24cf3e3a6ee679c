package protosource

import (
	// One import for each package of the contract: the generated code registers
	// the descriptors that Describe looks up.
	_ "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	_ "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	_ "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	_ "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	_ "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)
