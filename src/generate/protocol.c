/* Random protocols: see protocol.h.

   What always holds: links are symmetric and connect all processes, so every
   process has a peer to send to and one to receive from; the first move of
   each location leads to the next one, and that of the last to the first, so
   every location can be reached as far as control goes. */

#include "generate/protocol.h"

#include "base/assert.h"
#include "base/hash.h"

typedef struct draft {
  sett_protocol *protocol;
  const sett_protocol_shape *shape;
  uint64_t counter;
} draft;

/* 0 ... count - 1. */
static uint32_t draw (draft *d, uint32_t count) {
  SETT_ASSERT (count);
  d->counter += 0x9e3779b97f4a7c15u;
  return (uint32_t)sett_scale64 (sett_mix64 (d->counter), count);
}

static int chance (draft *d, uint32_t per_cent) {
  return draw (d, 100) < per_cent;
}

/*------------------------------------------------------------------------*/
/* Channels. */

static void add_channel (draft *d, uint32_t from, uint32_t to) {
  const sett_protocol_channel channel = {
      .from = from,
      .to = to,
      .capacity = 1 + draw (d, d->shape->capacity),
      .messages = 1 + draw (d, d->shape->messages)};
  SETT_PUSH (d->protocol->channels, channel);
}

static void add_link (draft *d, uint32_t one, uint32_t other) {
  add_channel (d, one, other);
  add_channel (d, other, one);
}

/* A tree over all processes, and more by chance. */
static void draw_links (draft *d) {
  for (uint32_t i = 1; i < d->shape->processes; i++) {
    const uint32_t parent = draw (d, i);
    for (uint32_t j = 0; j < i; j++)
      if (j == parent || chance (d, d->shape->links))
        add_link (d, i, j);
  }
}

/* A channel that the process sends to, or receives from. */
static uint32_t draw_channel (draft *d, uint32_t process, int sends) {
  const sett_protocol *p = d->protocol;
  uint32_t fitting = 0;
  for (size_t i = 0; i < p->channels.count; i++)
    fitting +=
        process == (sends ? p->channels.at[i].from : p->channels.at[i].to);
  uint32_t number = draw (d, fitting);
  for (uint32_t i = 0;; i++)
    if (process == (sends ? p->channels.at[i].from : p->channels.at[i].to) &&
        !number--)
      return i;
}

/*------------------------------------------------------------------------*/
/* Processes. */

static sett_protocol_move draw_move (draft *d, uint32_t process,
                                     uint32_t target) {
  const int sends = chance (d, 50);
  const uint32_t channel = draw_channel (d, process, sends);
  const uint32_t messages = d->protocol->channels.at[channel].messages;
  return (sett_protocol_move){.channel = channel,
                              .message = draw (d, messages),
                              .target = target,
                              .sends = sends};
}

static int has_move (const sett_protocol_location *location,
                     const sett_protocol_move *move) {
  for (size_t i = 0; i < location->count; i++) {
    const sett_protocol_move *other = &location->at[i];
    if (other->channel == move->channel && other->message == move->message &&
        other->sends == move->sends)
      return 1;
  }
  return 0;
}

/* Whoever receives is ready for every message of the channel. */
static void receive_others (draft *d, sett_protocol_location *location,
                            sett_protocol_move move, uint32_t locations) {
  const uint32_t messages = d->protocol->channels.at[move.channel].messages;
  for (move.message = 0; move.message < messages; move.message++)
    if (!has_move (location, &move)) {
      move.target = draw (d, locations);
      SETT_PUSH (*location, move);
    }
}

static void add_move (draft *d, sett_protocol_location *location,
                      const sett_protocol_move *move, uint32_t locations) {
  if (has_move (location, move))
    return;
  SETT_PUSH (*location, *move);
  if (!move->sends)
    receive_others (d, location, *move, locations);
}

static void draw_location (draft *d, uint32_t process, uint32_t next,
                           uint32_t locations,
                           sett_protocol_location *location) {
  sett_protocol_move move = draw_move (d, process, next);
  add_move (d, location, &move, locations);
  while (chance (d, d->shape->branching)) {
    move = draw_move (d, process, draw (d, locations));
    add_move (d, location, &move, locations);
  }
}

static void draw_process (draft *d, uint32_t number) {
  const uint32_t spread = d->shape->locations / 2;
  const uint32_t locations =
      d->shape->locations - spread + draw (d, 2 * spread + 1);
  sett_protocol_process process = {0};
  for (uint32_t i = 0; i < locations; i++) {
    sett_protocol_location location = {0};
    draw_location (d, number, (i + 1) % locations, locations, &location);
    SETT_PUSH (process.locations, location);
  }
  SETT_PUSH (d->protocol->processes, process);
}

void sett_protocol_init (sett_protocol *protocol,
                         const sett_protocol_shape *shape) {
  *protocol = (sett_protocol){0};
  draft d = {.protocol = protocol, .shape = shape, .counter = shape->seed};
  draw_links (&d);
  for (uint32_t i = 0; i < shape->processes; i++)
    draw_process (&d, i);
}

static void release_process (sett_protocol_process *process) {
  for (size_t i = 0; i < process->locations.count; i++)
    SETT_RELEASE (process->locations.at[i]);
  SETT_RELEASE (process->locations);
}

void sett_protocol_release (sett_protocol *protocol) {
  for (size_t i = 0; i < protocol->processes.count; i++)
    release_process (&protocol->processes.at[i]);
  SETT_RELEASE (protocol->processes);
  SETT_RELEASE (protocol->channels);
}
