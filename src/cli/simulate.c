/* sett simulate: one walk through a model, at random or by hand. */

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "report/steps.h"
#include "search/random_walk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct session {
  const sett_options *options;
  const volatile int *interrupted;
  sett_steps_style style;
  sett_text text;
} session;

static void flush (session *s) {
  sett_cli_print (&s->text);
  sett_text_clear (&s->text);
}

static void observe (void *context, const sett_move *move) {
  session *s = context;
  if (s->options->quiet && move->number)
    sett_text_add (&s->text, move->output);
  else if (!s->options->quiet)
    sett_steps_show (&s->style, move, &s->text);
  flush (s);
}

/*------------------------------------------------------------------------*/
/* By hand. */

static void show_menu (session *s, const sett_move *last,
                       const sett_sink *steps) {
  sett_text_add (&s->text, "\n");
  for (uint32_t i = 0; i < steps->count; i++) {
    sett_text_addf (&s->text, "  %3" PRIu32 "  ", i + 1);
    sett_steps_show_choice (last, steps, i, &s->text);
    sett_text_add (&s->text, "\n");
  }
  flush (s);
}

static void prompt (uint32_t count) {
  printf (count == 1 ? "which (1, or q to quit)? "
                     : "which (1-%" PRIu32 ", or q to quit)? ",
          count);
  fflush (stdout);
}

/* A number from 1 to `count`; 0 for q, -1 for anything else. */
static long parse_answer (char *line, uint32_t count) {
  char *end;
  line += strspn (line, " \t");
  line[strcspn (line, "\r\n")] = 0;
  if (!strcmp (line, "q") || !strcmp (line, "quit"))
    return 0;
  errno = 0;
  const long number = strtol (line, &end, 10);
  end += strspn (end, " \t");
  if (end == line || *end || errno || number < 1 || number > (long)count)
    return -1;
  return number;
}

/* Until there is a proper answer, or none any more. */
static long ask (session *s, uint32_t count) {
  char *line = NULL;
  size_t room = 0;
  long answer = -1;
  while (answer < 0) {
    prompt (count);
    if (*s->interrupted || getline (&line, &room, stdin) < 0) {
      putchar ('\n');
      break;
    }
    answer = parse_answer (line, count);
    if (answer < 0)
      printf ("please answer with a number from the list, or q\n");
  }
  free (line);
  SETT_ASSERT (answer <= (long)count);
  return answer > 0 ? answer - 1 : -1;
}

static long choose (void *context, const sett_move *last,
                    const sett_sink *steps) {
  session *s = context;
  show_menu (s, last, steps);
  return ask (s, steps->count);
}

/*------------------------------------------------------------------------*/

static void add_end (session *s, const char *colour, const char *what,
                     const sett_move *move) {
  sett_text_addf (&s->text, "\n%s%s%s after %" PRIu64 " step%s\n", colour, what,
                  s->style.colours->off, move->number,
                  move->number == 1 ? "" : "s");
}

static void finish (void *context, const sett_move *move,
                    sett_simulation_end end) {
  session *s = context;
  const sett_colours *c = s->style.colours;
  const sett_violation_kind violation =
      end == SETT_SIMULATION_INVALID_END
          ? SETT_VIOLATION_DEADLOCK
          : (sett_violation_kind)move->step.violation;
  if (violation)
    sett_steps_show_violation (&s->style, move, violation, &s->text);
  if (end == SETT_SIMULATION_INVALID_END)
    add_end (s, c->bad, "invalid end state", move);
  else if (end == SETT_SIMULATION_VIOLATION)
    add_end (s, c->bad, sett_violation_text (violation), move);
  else if (end == SETT_SIMULATION_VALID_END)
    add_end (s, c->good, "valid end state", move);
  else
    add_end (s, c->warning, "stopped", move);
  flush (s);
}

static void print_seed (const sett_options *options) {
  if (!options->quiet && !options->interactive)
    printf ("seed %" PRIu64 "\n", options->seed);
}

static sett_exit run (session *s, sett_model *model) {
  const sett_options *options = s->options;
  const sett_simulation simulation = {
      .seed = options->seed,
      .steps = options->steps,
      .choose = options->interactive ? choose : NULL,
      .observe = observe,
      .finish = finish,
      .context = s,
      .interrupted = s->interrupted,
  };
  print_seed (options);
  sett_watch_phase ("simulating");
  const sett_simulation_end end = sett_simulate (model, &simulation);
  return end == SETT_SIMULATION_VIOLATION || end == SETT_SIMULATION_INVALID_END
             ? SETT_EXIT_VIOLATION
             : SETT_EXIT_FINE;
}

sett_exit sett_cli_simulate (const sett_options *options) {
  const char *path = sett_cli_operand (options, "simulate", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  session s = {.options = options,
               .interrupted = sett_cli_catch_signals (),
               .style = {.colours = sett_terminal_colours (stdout),
                         .verbose = options->verbose}};
  sett_input input;
  sett_cli_watch (sett_cli_catch_signals (), 0);
  sett_exit status = sett_input_open (&input, path, options);
  if (!status)
    status = sett_input_load (&input, options);
  if (!status)
    status = run (&s, input.model);
  sett_watch_end ();
  sett_input_release (&input);
  sett_text_release (&s.text);
  return status;
}
