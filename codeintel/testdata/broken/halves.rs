pub fn
pub struct
impl for {}
impl<T
mod
const
static
fn (
enum { A }
use ::{{,}};
macro_rules!
