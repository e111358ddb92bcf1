/* Epoll: sets of descriptors that a program keeps, and waits for. */

#ifndef SETT_RUNTIME_EPOLL_H
#define SETT_RUNTIME_EPOLL_H

#include "runtime/files/descriptors.h"

extern const sett_file_operations sett_epoll_model
    __attribute__ ((visibility ("hidden")));

/* What models tell, in the event in which it happens, when it has happened.
   For registrations that are edge-triggered: something arrived (POLLIN), there
   is room again (POLLOUT), or who waits for anything should look (0). */
void sett_epoll_arrived (sett_descriptor_kind, size_t index, short events);

/* The same without the event: it may happen, or not, by choice. */
void sett_epoll_affect (sett_descriptor_kind, size_t index, short events);

/* The last descriptor of this thing was closed. */
void sett_epoll_gone (const sett_descriptor *);

#endif
