class
struct :
namespace
namespace ::
using
using =
typedef
typedef struct {
enum class
