/* Pipes and event counters. */

#ifndef SETT_RUNTIME_PIPES_H
#define SETT_RUNTIME_PIPES_H

#include "runtime/descriptors.h"

extern const sett_model sett_pipe_reader, sett_pipe_writer,
    sett_event_counter __attribute__ ((visibility ("hidden")));

#endif
