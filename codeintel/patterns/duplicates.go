package patterns

import (
	"encoding/hex"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// minTokens is the minimal size of duplicate bodies. Smaller bodies are often equal
// because there is only one way to write them.
const minTokens = 40

// duplicates finds bodies of equal shape, those with the most redundant tokens first.
func (f *finder) duplicates(files map[string]*facts.Inspection) {
	type body struct {
		file string
		of   *facts.Inspection
		facts.Body
	}
	groups := map[facts.Digest][]body{}
	for file, of := range files {
		for _, b := range of.Bodies {
			if b.Tokens >= minTokens && b.Shape != (facts.Digest{}) && b.Decl >= 0 && b.Decl < len(of.Decls) {
				groups[b.Shape] = append(groups[b.Shape], body{file, of, b})
			}
		}
	}
	for shape, group := range groups {
		if len(group) < 2 {
			continue
		}
		for _, b := range group {
			d := &b.of.Decls[b.Decl]
			f.places = append(f.places, Place{
				Kind: Duplicate, Name: fmt.Sprintf("%d bodies of %d tokens", len(group), b.Tokens), File: b.file,
				Line: d.Line, EndLine: d.EndLine, Element: d.ID,
				Group: hex.EncodeToString(shape[:4]), weight: (len(group) - 1) * b.Tokens,
			})
		}
	}
}
