// Package layout maps the dotted module names of imports to the files of a project, as a
// script or a test runner would find them: by the folder of the script, the folders of tests,
// packages, src folders, and the folders that settings name.
package layout
