package native

import "github.com/coderef-system/coderefd/codeintel/index"

// generatedFiles counts the generated files that a response covers or leaves out.
type generatedFiles struct {
	Files    int             `json:"files"`
	Included bool            `json:"included"`
	Signs    []generatedSign `json:"signs"`
}

type generatedSign struct {
	Sign    string `json:"sign"`
	Files   int    `json:"files"`
	Example string `json:"example"`
}

// newGeneratedFiles returns nil for an empty list.
func newGeneratedFiles(files index.Generated, included bool) *generatedFiles {
	if len(files) == 0 {
		return nil
	}
	out := &generatedFiles{Files: len(files), Included: included}
	for _, c := range files.BySign() {
		out.Signs = append(out.Signs, generatedSign{c.Sign, c.Files, c.Example})
	}
	return out
}
