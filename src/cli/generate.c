/* sett generate: a random protocol as Promela. */

#include "base/text.h"
#include "cli/cli.h"
#include "generate/protocol.h"

static sett_protocol_shape asked_for (const sett_options *options) {
  return (sett_protocol_shape){
      .seed = options->seed,
      .processes = (uint32_t)options->processes,
      .locations = (uint32_t)options->locations,
      .messages = (uint32_t)options->messages,
      .capacity = (uint32_t)options->capacity,
      .branching = (uint32_t)options->branching,
      .links = (uint32_t)options->links,
  };
}

sett_exit sett_cli_generate (const sett_options *options) {
  if (options->operands.count)
    return sett_cli_error (0, "generate takes no operand, but got \"%s\"",
                           options->operands.at[0]);
  const sett_protocol_shape shape = asked_for (options);
  sett_protocol protocol;
  sett_text text = {0};
  sett_protocol_init (&protocol, &shape);
  sett_protocol_write (&protocol, &shape, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
  sett_protocol_release (&protocol);
  return SETT_EXIT_FINE;
}
