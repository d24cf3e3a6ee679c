package python

import (
	"fmt"
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

// configsOf returns the digests of the files with settings.
func configsOf(p *facts.Project) map[string]facts.Digest {
	configs := map[string]facts.Digest{}
	for rel, digest := range p.Known {
		if settings.IsFile(rel) || settings.IsSetup(rel) {
			configs[rel] = digest
		}
	}
	return configs
}

// settingsOf reads the files with settings. The warnings describe those with syntax errors.
func settingsOf(p *facts.Project, configs map[string]facts.Digest) (all settings.Settings, warnings []string) {
	for _, rel := range slices.Sorted(maps.Keys(configs)) {
		text, ok := p.Read(rel)
		if !ok {
			continue
		}
		of, err := readSettings(rel, text)
		if err != nil {
			warnings = append(warnings, facts.Warning(rel, settings.ErrorLine(err), err.Error()))
		}
		all.Add(rel, of)
	}
	return all, warnings
}

// readSettings reads one file. A panic of the parser is an error.
func readSettings(file, text string) (of settings.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = settings.File{}, fmt.Errorf("read settings: %v", r)
		}
	}()
	return settings.Read(file, text)
}
