/* sett resume, sett info: go on from a checkpoint; say what it holds.

   The options are those of the command that was begun, read again from the
   file, with those of `sett resume` behind them: limits and forms of output.
   What would make another search of it cannot be given. */

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/program_checkpoint.h"
#include "report/units.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef SETT_VECTOR (char *) argument_list;

/* What was asked at first, and what is asked now: before what is meant for a
   program. */
static void join_words (const sett_checkpoint_head *head,
                        const sett_options *now, argument_list *words) {
  SETT_ASSERT (now->operands.count == 1 && !words->count);
  size_t i = 0;
  for (; i < head->words.count && strcmp (head->words.at[i], "--"); i++)
    SETT_PUSH (*words, head->words.at[i]);
  for (size_t j = 0; j < now->words.count; j++)
    if (now->words.at[j] != now->operands.at[0])
      SETT_PUSH (*words, (char *)now->words.at[j]);
  for (; i < head->words.count; i++)
    SETT_PUSH (*words, head->words.at[i]);
}

static sett_exit look_for_model (const sett_checkpoint_head *head, int json) {
  if (!strcmp (head->model, "-") || !access (head->model, R_OK))
    return SETT_EXIT_FINE;
  return sett_cli_error (json,
                         "the model '%s' cannot be read here; the search was "
                         "begun in '%s'",
                         head->model, head->folder);
}

static sett_exit go_on_by_kind (const char *path, const sett_options *options,
                                sett_loader *loader, sett_checkpoint_head *head,
                                const sett_options *now) {
  sett_checkpoints checkpoints = {.file = path,
                                  .options = options,
                                  .loader = loader,
                                  .head = head,
                                  .threads = sett_options_has (now, "workers")
                                                 ? (unsigned)now->workers
                                                 : 0};
  if (head->kind == SETT_CHECKPOINT_PROGRAM)
    return sett_cli_resume_program (path, options, loader, head);
  const sett_exit status = look_for_model (head, options->json);
  return status ? status : sett_cli_check_model (options, &checkpoints);
}

static sett_exit go_on (const char *path, sett_loader *loader,
                        sett_checkpoint_head *head, const sett_options *now) {
  sett_options options;
  argument_list words = {0};
  sett_text error = {0};
  sett_exit status = SETT_EXIT_USAGE;
  join_words (head, now, &words);
  if (!sett_options_parse (&options, SETT_COMMAND_CHECK, (int)words.count,
                           words.at, &error))
    sett_cli_error (now->json, "%s", sett_text_get (&error));
  else {
    if (head->kind == SETT_CHECKPOINT_MODEL)
      options.workers = head->workers;
    options.checkpoint = path;
    status = go_on_by_kind (path, &options, loader, head, now);
  }
  sett_options_release (&options);
  sett_text_release (&error);
  SETT_RELEASE (words);
  return status;
}

sett_exit sett_cli_resume (const sett_options *options) {
  const char *path = sett_cli_operand (options, "resume", "FILE");
  sett_checkpoint_head head;
  if (!path)
    return SETT_EXIT_USAGE;
  sett_loader *loader = sett_checkpoint_open (path, &head, options->json);
  const sett_exit status =
      loader ? go_on (path, loader, &head, options) : SETT_EXIT_USAGE;
  sett_loader_close (loader);
  sett_checkpoint_head_release (&head);
  return status;
}

/*------------------------------------------------------------------------*/

static void add_line (sett_text *text, const char *name) {
  sett_text_addf (text, "%s%-12s", text->length ? "\n" : "", name);
}

static void add_number (sett_text *text, const char *name, uint64_t number) {
  add_line (text, name);
  sett_units_count (text, number);
}

static void add_command (sett_text *text, const sett_checkpoint_head *head) {
  add_line (text, "command");
  sett_text_add (text, "sett check");
  for (size_t i = 0; i < head->words.count; i++)
    sett_text_addf (
        text, strpbrk (head->words.at[i], " \t\"'*$&|<>()[]") ? " '%s'" : " %s",
        head->words.at[i]);
}

static void add_time (sett_text *text, const sett_checkpoint_head *head) {
  const time_t written = (time_t)head->written;
  struct tm local;
  char shown[64] = "";
  if (localtime_r (&written, &local))
    strftime (shown, sizeof shown, "%Y-%m-%d %H:%M:%S", &local);
  add_line (text, "written");
  sett_text_add (text, shown);
}

static void describe (const char *path, const sett_checkpoint_head *head,
                      sett_text *text) {
  const sett_statistics *s = &head->statistics;
  struct stat file;
  const int of_program = head->kind == SETT_CHECKPOINT_PROGRAM;
  add_line (text, of_program ? "program" : "model");
  sett_text_add (text, head->model);
  add_line (text, "folder");
  sett_text_add (text, head->folder);
  add_command (text, head);
  add_time (text, head);
  if (!stat (path, &file)) {
    add_line (text, "size");
    sett_units_bytes (text, (double)file.st_size);
  }
  if (!of_program) {
    add_line (text, "property");
    sett_text_addf (text, "%s (%llu of %llu)", head->property,
                    (unsigned long long)head->done + 1,
                    (unsigned long long)head->properties);
  }
  add_number (text, of_program ? "executions" : "states", s->states);
  add_number (text, of_program ? "events" : "transitions", s->transitions);
  add_number (text, of_program ? "longest" : "depth", s->depth);
  if (of_program && head->properties) {
    add_line (text, "parts");
    sett_text_addf (text, "%llu of %llu done", (unsigned long long)head->done,
                    (unsigned long long)head->properties);
  }
  add_number (text, "violations", head->violations);
  add_number (text, "threads", head->threads);
  if (head->ranks)
    add_number (text, "ranks", head->ranks);
  add_line (text, "searched");
  sett_units_seconds (text, s->seconds);
  add_line (text, "to go on");
  if (head->ranks)
    sett_text_addf (text, "mpirun -n %llu ", (unsigned long long)head->ranks);
  sett_text_addf (text, "sett resume %s\n", path);
}

sett_exit sett_cli_info (const sett_options *options) {
  const char *path = sett_cli_operand (options, "say", "FILE");
  sett_checkpoint_head head;
  if (!path)
    return SETT_EXIT_USAGE;
  sett_loader *loader = sett_checkpoint_open (path, &head, options->json);
  sett_text text = {0};
  if (loader) {
    describe (path, &head, &text);
    sett_cli_print (&text);
  }
  sett_text_release (&text);
  sett_checkpoint_head_release (&head);
  const sett_exit status = loader ? SETT_EXIT_FINE : SETT_EXIT_USAGE;
  sett_loader_close (loader);
  return status;
}
