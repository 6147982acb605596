// Included before everything else when better-sqlite3 is compiled. Since 24.19 Node's ObjectWrap removes a
// clean-up hook when it dies. better-sqlite3 12 lets statements die in collections that run outside of any
// context, and there the removal aborts the process. Without the hooks the class is as it always was.
#include <node.h>
#define AddEnvironmentCleanupHook(...) ((void)0)
#define RemoveEnvironmentCleanupHook(...) ((void)0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
