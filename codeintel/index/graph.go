package index

type builtGraph struct{}
type flight struct{}
