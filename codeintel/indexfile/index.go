package indexfile

import "errors"

// Version is the version of the index files that this package writes.
const Version = "3.0.0"

// ErrInvalid is wrapped by the errors for data that is not an index.
var ErrInvalid = errors.New("not an index file")

// Index is the contents of an index file.
type Index struct {
	Version     string // such as "3.0.0"; 1.0.0 if the file has none
	Format      string // verbose or compact
	GeneratedAt string // as in the file; a number of milliseconds is converted to RFC 3339
	ProjectPath string
	Elements    []Element // in the order of the file
	Malformed   int       // the number of entries without a file or a name
}

// Element is one entry. Fields that the version does not have are empty.
type Element struct {
	Type       string
	Name       string // members are qualified in most versions: Class.method
	File       string // relative to the project, slashes
	Line       int    // 0 if unknown
	EndLine    int
	Exported   bool
	Parameters []string // names
	Signature  bool     // Parameters is known
	BodyHash   string   // of the body, as the writer of the index computes it
	ID         string   // as in the file
}
