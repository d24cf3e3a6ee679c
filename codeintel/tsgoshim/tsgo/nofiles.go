package tsgo

// noFiles is a [FileSystem] without files.
type noFiles struct{}

func (noFiles) Known(string) bool                              { return false }
func (noFiles) Read(string) (string, bool)                     { return "", false }
func (noFiles) Version(string) Version                         { return Version{} }
func (noFiles) Entries(string) (files, dirs []string, ok bool) { return nil, nil, true }
func (noFiles) IsFile(string) bool                             { return false }
func (noFiles) IsFolder(string) bool                           { return false }
func (noFiles) ReadDisk(string) ([]byte, bool)                 { return nil, false }
func (noFiles) List(string) []Entry                            { return nil }
func (noFiles) RealPath(path string) string                    { return path }
func (noFiles) Target(path string) string                      { return path }
func (noFiles) HasLinks(string) bool                           { return false }
