package protobundle

// File is a file of a bundle.
type File struct {
	// Path in the bundle, with slashes.
	Path    string
	Content []byte
}
