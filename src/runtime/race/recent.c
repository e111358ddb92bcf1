/* The table of what the running thread has just done: recent.h. */

#include "runtime/race/recent.h"

sett_recent sett_recents[SETT_RECENT];
uint64_t sett_recent_tag = 1 << 16;
uint32_t sett_recent_count;
