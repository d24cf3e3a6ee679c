import
export
import { from "x"
export default
class extends { }
function (
enum
@
type = <
interface { : }
