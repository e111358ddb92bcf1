/* Memory that calls of the program read and write: see races.h.  Memory that is
   visible has its events by then: what counts here are races. */

#include "runtime/race/races.h"

#include "runtime/core/engine.h"
#include "runtime/core/modules.h"
#include "runtime/core/upcalls.h"

void sett_races_served (const void *memory, long size, unsigned how,
                        uintptr_t place) {
  if (memory && size > 0 && !engine.all_visible &&
      sett_modules_instrumented (place)) {
    upcalls.change_inside (memory);
    sett_races_access (memory, (size_t)size, how, place);
  }
}
