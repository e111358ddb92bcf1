/* Timers that are descriptors (timerfd). */

#ifndef SETT_RUNTIME_TIMERS_H
#define SETT_RUNTIME_TIMERS_H

#include "runtime/files/descriptors.h"

extern const sett_file_operations sett_timer_model
    __attribute__ ((visibility ("hidden")));

#endif
