/* Numbers of objects, as searches know them: of a key that means the same in
   all executions, what of it is meant, and where in it. */

#ifndef SETT_JAVA_AGENT_OBJECT_NUMBERS_H
#define SETT_JAVA_AGENT_OBJECT_NUMBERS_H

#include "java/agent/jvm_world.h"
#include "stateless/saved.h"

typedef enum sett_number_kind {
  SETT_NUMBER_MONITOR = 1,
  SETT_NUMBER_QUEUE,
  SETT_NUMBER_MEMORY,
  SETT_NUMBER_THREAD,
  SETT_NUMBER_BLOCKS,
  SETT_NUMBER_SOCKET,
  SETT_NUMBER_PORT,
  SETT_NUMBER_LIFE,
  SETT_NUMBER_SHUTDOWN,
  SETT_NUMBER_FAILURES,
  SETT_NUMBER_REMOTE,
  SETT_NUMBER_KEEPERS,
  SETT_NUMBER_NAMES,
  SETT_NUMBER_POOL
} sett_number_kind;

uint32_t sett_object_number (uint64_t key, sett_number_kind, int64_t offset);

/* All of them; before there are others. */
void sett_numbers_save (sett_saved *);
void sett_numbers_load (sett_saved *);

enum { SETT_OF_INTERRUPT, SETT_OF_END, SETT_OF_PERMIT };
uint32_t sett_thread_number (const sett_jthread *, int which);
uint32_t sett_number_of_blocks (void); /* that are atomic */
/* Of the life of a process. */
uint32_t sett_process_number (unsigned process);
/* Of its shutdown hooks. */
uint32_t sett_shutdown_number (unsigned process);
/* Failures of a kind (injected_failures.h). */
uint32_t sett_failure_number (unsigned kind);
uint32_t sett_socket_number (uint64_t socket, int word);
uint32_t sett_port_number (int datagrams, unsigned port);

#endif
