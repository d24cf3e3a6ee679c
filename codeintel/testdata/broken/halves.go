package
import (
func (T
type
type (
const (
var x =
func ()
