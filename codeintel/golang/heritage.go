package golang

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

type heritage struct{ a *analyzer }

func (a *analyzer) newHeritage(jobs []*job) *heritage { return &heritage{a} }
func (h *heritage) keys() []pkgKey                    { return nil }
func (h *heritage) prepare(context.Context) error     { return nil }
func (h *heritage) of(*file) []facts.Heritage         { return nil }
