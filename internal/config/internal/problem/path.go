package problem

import "fmt"

// Join returns the path of a key in the object at a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Indexed returns the path of an item in the list at a path.
func Indexed(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// Server returns the path of a server in coderefd's own YAML.
func Server(name string) string { return "servers." + name }
