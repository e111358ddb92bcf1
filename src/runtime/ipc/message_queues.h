/* Message queues of POSIX: see message_queues.c. */

#ifndef SETT_RUNTIME_MESSAGE_QUEUES_H
#define SETT_RUNTIME_MESSAGE_QUEUES_H

#include "runtime/files/descriptors.h"

extern const sett_file_operations sett_queue_model
    __attribute__ ((visibility ("hidden")));

#endif
