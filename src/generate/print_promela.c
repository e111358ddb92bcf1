/* A random protocol as Promela: see protocol.h.

   Each move is one send or receive followed by a goto, which costs no state of
   its own: the model has exactly the states of the protocol. */

#include "generate/protocol.h"

#include "base/text.h"

#include <inttypes.h>

static void write_head (const sett_protocol_shape *shape, sett_text *out) {
  sett_text_addf (out,
                  "/* A random protocol: %" PRIu32
                  " processes over bounded channels, each\n"
                  " * between one sender and one receiver.  Made by\n"
                  " *\n"
                  " *   sett generate --processes %" PRIu32 " --seed %" PRIu64
                  " --locations %" PRIu32 " \\\n"
                  " *     --messages %" PRIu32 " --capacity %" PRIu32
                  " --branching %" PRIu32 " --links %" PRIu32 "\n"
                  " */\n\n",
                  shape->processes, shape->processes, shape->seed,
                  shape->locations, shape->messages, shape->capacity,
                  shape->branching, shape->links);
}

static void write_messages (const sett_protocol *protocol, sett_text *out) {
  uint32_t most = 0;
  for (size_t i = 0; i < protocol->channels.count; i++)
    if (protocol->channels.at[i].messages > most)
      most = protocol->channels.at[i].messages;
  sett_text_add (out, "mtype = {");
  for (uint32_t i = 0; i < most; i++)
    sett_text_addf (out, "%s m%" PRIu32, i ? "," : "", i);
  sett_text_add (out, " };\n\n");
}

static void write_name (const sett_protocol_channel *channel, sett_text *out) {
  sett_text_addf (out, "from%" PRIu32 "to%" PRIu32, channel->from, channel->to);
}

static void write_channels (const sett_protocol *protocol, sett_text *out) {
  for (size_t i = 0; i < protocol->channels.count; i++) {
    const sett_protocol_channel *channel = &protocol->channels.at[i];
    sett_text_add (out, "chan ");
    write_name (channel, out);
    sett_text_addf (out, " = [%" PRIu32 "] of { mtype };\n", channel->capacity);
  }
}

static void write_move (const sett_protocol *protocol,
                        const sett_protocol_move *move, sett_text *out) {
  write_name (&protocol->channels.at[move->channel], out);
  sett_text_addf (out, "%cm%" PRIu32 " -> goto L%" PRIu32,
                  move->sends ? '!' : '?', move->message, move->target);
}

static void write_location (const sett_protocol *protocol, uint32_t number,
                            const sett_protocol_location *location,
                            sett_text *out) {
  sett_text_addf (out, "L%" PRIu32 ":\n  if\n", number);
  for (size_t i = 0; i < location->count; i++) {
    sett_text_add (out, "  :: ");
    write_move (protocol, &location->at[i], out);
    sett_text_add (out, "\n");
  }
  sett_text_add (out, "  fi;\n");
}

static void write_process (const sett_protocol *protocol, uint32_t number,
                           sett_text *out) {
  const sett_protocol_process *process = &protocol->processes.at[number];
  sett_text_addf (out, "\nactive proctype P%" PRIu32 " () {\n", number);
  for (uint32_t i = 0; i < process->locations.count; i++)
    write_location (protocol, i, &process->locations.at[i], out);
  sett_text_add (out, "}\n");
}

void sett_protocol_write (const sett_protocol *protocol,
                          const sett_protocol_shape *shape, sett_text *out) {
  write_head (shape, out);
  write_messages (protocol, out);
  write_channels (protocol, out);
  for (uint32_t i = 0; i < protocol->processes.count; i++)
    write_process (protocol, i, out);
}
