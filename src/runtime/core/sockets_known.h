/* What is known of sockets for good: which place in the OS model the k-th
   socket of a thread has, and which one an address.  In the shared memory. */

#ifndef SETT_RUNTIME_SOCKETS_KNOWN_H
#define SETT_RUNTIME_SOCKETS_KNOWN_H

#include "runtime/core/os_model.h"

#define SETT_MOST_ADDRESS_KEY 512

typedef struct sett_sockets_known {
  uint32_t socket_count;
  struct {
    uint8_t thread;
    uint16_t ordinal;
    uint8_t queue; /* does its queue have cells?  (queue.c) */
  } sockets[SETT_MOST_SOCKETS];
  uint32_t address_count;
  struct {
    uint32_t length;
    char key[SETT_MOST_ADDRESS_KEY];
  } addresses[SETT_MOST_ADDRESSES];
} sett_sockets_known;

sett_sockets_known *sett_sockets_known_get (void);

#endif
