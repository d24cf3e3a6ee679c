public
@
@interface
class
record (
enum {;
class A extends { < > } void () {}
import ;
