/* What things in the OS model are called, for people. */

#ifndef SETT_RUNTIME_OS_NAMES_H
#define SETT_RUNTIME_OS_NAMES_H

#include "runtime/core/os_model.h"

/* What an object is called: "connection 127.0.0.1:49152 - 127.0.0.1:7000". */
void sett_os_model_name (const void *object, char *text, size_t size);

/* A port of UDP, or TCP. */
void sett_os_model_name_port (int udp, int port, char *text, size_t size);
void sett_os_model_name_address (const sett_socket *, const sett_socket_name *,
                                 char *text, size_t size);

/* What is it to wait for a change of this word? */
sett_operation sett_os_model_awaits (const void *word);

#endif
