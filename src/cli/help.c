/* Help and manual: see help.h. */

#include "cli/help.h"

#include "base/assert.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/completion.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name, *operands, *text;
} commands[] = {
#define COMMAND(NAME, FUNCTION, WORD, OPERANDS, TEXT) {WORD, OPERANDS, TEXT},
#include "cli/commands.def"
#undef COMMAND
};

static const struct {
  int number;
  const char *text;
} statuses[] = {
#define STATUS(NAME, NUMBER, TEXT) {NUMBER, TEXT},
#include "cli/exit.def"
#undef STATUS
};

static const char *const categories[] = {
    [SETT_CATEGORY_LIMITS] = "Limits",
    [SETT_CATEGORY_SEARCH] = "Search",
    [SETT_CATEGORY_PROGRAMS] = "Programs",
    [SETT_CATEGORY_MODEL] = "Model",
    [SETT_CATEGORY_OUTPUT] = "Output",
    [SETT_CATEGORY_SELF_CHECKS] = "Self-checks",
    [SETT_CATEGORY_GENERAL] = "General",
};

enum { COLUMN = 30, WIDTH = 79, STATUSES = sizeof statuses / sizeof *statuses };

/*------------------------------------------------------------------------*/
/* One option. */

/* A switch that is on is shown by the way to turn it off. */
static int is_on (const sett_option *row) {
  return row->type == SETT_OPTION_SWITCH && row->standard;
}

static void add_syntax (sett_text *text, const sett_option *row) {
  const char *space =
      *row->metavar && row->type != SETT_OPTION_MAYBE ? " " : "";
  if (row->letter)
    sett_text_addf (text, "-%c, ", row->letter);
  sett_text_addf (text, "--%s%s%s%s", is_on (row) ? "no-" : "", row->name,
                  space, row->metavar);
}

/* The default where it is a value that the text does not already give. */
static void add_default (sett_text *text, const sett_option *row) {
  char word[32];
  if (strstr (row->text, "(default"))
    return;
  if (row->type == SETT_OPTION_CHOICE &&
      sett_options_choice (row, (int)row->standard, word))
    sett_text_addf (text, " (default: %s)", word);
  else if (row->type == SETT_OPTION_NUMBER && row->standard >= row->low)
    sett_text_addf (text, " (default: %.0f)", row->standard);
}

static void add_explanation (sett_text *text, const sett_option *row) {
  sett_text_addf (text, "%s%s", is_on (row) ? "do not " : "", row->text);
  add_default (text, row);
  if (row->commands & SETT_FOR_MODELS && row->category != SETT_CATEGORY_MODEL)
    sett_text_add (text, " (models)");
}

/*------------------------------------------------------------------------*/
/* Text. */

/* Adds words from column `column` on, broken at WIDTH; the cursor is there
   already. */
static void add_wrapped (sett_text *text, const char *words, int column) {
  int at = column;
  while (*words) {
    const int length = (int)strcspn (words, " ");
    if (at > column && at + 1 + length > WIDTH) {
      sett_text_addf (text, "\n%*s", column, "");
      at = column;
    } else if (at > column) {
      sett_text_add (text, " ");
      at++;
    }
    sett_text_add_bytes (text, words, (size_t)length);
    at += length;
    words += length;
    words += strspn (words, " ");
  }
  sett_text_add (text, "\n");
}

static void add_option (sett_text *text, const sett_option *row) {
  sett_text syntax = {0}, explanation = {0};
  add_syntax (&syntax, row);
  add_explanation (&explanation, row);
  const char *shown = sett_text_get (&syntax);
  if (syntax.length + 4 > COLUMN)
    sett_text_addf (text, "  %s\n%*s", shown, COLUMN, "");
  else
    sett_text_addf (text, "  %-*s", COLUMN - 2, shown);
  add_wrapped (text, sett_text_get (&explanation), COLUMN);
  sett_text_release (&syntax);
  sett_text_release (&explanation);
}

/* What most people need of a command that has very many options, in a line
   each. */
static const struct {
  const char *name, *value, *text;
} usual[] = {
    {"time", " 5m", "stop after this time, each input"},
    {"memory", " 4G", "stop before using more memory"},
    {"property", " NAME", "check only this property; can be repeated"},
    {"ltl", " FORMULA", "check that every run satisfies it"},
    {"fair", "", "runs must not neglect a process forever"},
    {"all-errors", "", "go on after a violation"},
    {"shortest", "", "models: the shortest counter-example"},
    {"exit-status", "", "programs: any status but 0 is a violation"},
    {"faults", " crash=1,...", "systems: what may fail, and how often"},
    {"must-end", "", "systems: all processes must come to an end"},
    {"stdin", " FILE", "what the program reads"},
    {"define", " NAME=VALUE", "a macro for the preprocessor or compiler"},
    {"workers", " N", "search with N threads or workers"},
    {"stateful", "", "programs that loop: compare states"},
    {"preemptions", " N", "only executions with so few preemptions"},
    {"search", " pct", "some executions by chance; and others"},
    {"store", " bitstate", "models: states in a few bits; and others"},
    {"unreached", "", "models: statements that are never executed"},
    {"outcomes", "", "programs: what the same input can lead to"},
    {"html", "[=FILE]", "a page to look at"},
    {"json", "", "the result as JSON"},
    {"junit", "[=FILE]", "the result as JUnit's XML"},
    {"sarif", "[=FILE]", "the result as SARIF"},
    {"trace-dir", " DIR", "where counter-examples go"},
    {"quiet", "", "the verdict only"},
    {"verbose", "", "counter-examples in full, with stacks"},
};

static const sett_option *find_row (const char *name) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  for (size_t i = 0; i < count; i++)
    if (!strcmp (rows[i].name, name))
      return rows + i;
  return NULL;
}

static void add_briefly (sett_text *text, size_t i) {
  const sett_option *row = find_row (usual[i].name);
  sett_text syntax = {0};
  SETT_ASSERT (row);
  if (row->letter)
    sett_text_addf (&syntax, "-%c, ", row->letter);
  sett_text_addf (&syntax, "--%s%s", row->name, usual[i].value);
  sett_text_addf (text, "  %-*s%s\n", COLUMN - 2, sett_text_get (&syntax),
                  usual[i].text);
  sett_text_release (&syntax);
}

static size_t count_options (unsigned command) {
  size_t count, own = 0;
  const sett_option *rows = sett_options_table (&count);
  for (size_t i = 0; i < count; i++)
    own += (rows[i].commands & command) != 0;
  return own;
}

static void add_usual (sett_text *text, unsigned command) {
  sett_text_add (text, "\n");
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    add_briefly (text, i);
  sett_text_addf (text,
                  "\nThese are the usual ones: 'sett help check --help-all' "
                  "explains all %zu.\n",
                  count_options (command));
}

static void add_category (sett_text *text, int category, unsigned command) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  int any = 0;
  for (size_t i = 0; i < count; i++) {
    if ((int)rows[i].category != category || !(rows[i].commands & command))
      continue;
    if (!any++)
      sett_text_addf (text, "\n%s:\n", categories[category]);
    add_option (text, rows + i);
  }
}

static void add_statuses (sett_text *text) {
  sett_text_add (text, "\nExit status:\n");
  for (int i = 0; i < STATUSES; i++)
    sett_text_addf (text, "  %d  %s\n", statuses[i].number, statuses[i].text);
}

void sett_help_overview (sett_text *text) {
  sett_text_add (
      text,
      "Sett finds deadlocks, races, failed assertions, violations of "
      "temporal properties\nand other errors in concurrent programs and in "
      "models of them, by exploring all\nbehaviours.\n\n");
  for (int i = 0; i < SETT_COMMANDS; i++) {
    sett_text usage = {0};
    sett_text_addf (&usage, "sett %s %s", commands[i].name,
                    commands[i].operands);
    const int fits = usage.length <= 24;
    sett_text_addf (text, "  %-*s%s%*s", fits ? 24 : 0, sett_text_get (&usage),
                    fits ? "" : "\n", fits ? 2 : 28, "");
    add_wrapped (text, commands[i].text, 28);
    sett_text_release (&usage);
  }
  sett_text_add (text, "\n'sett help COMMAND' explains the options of a "
                       "command.\n");
  add_statuses (text);
}

/* So many options are too many to look through. */
enum { MANY = 40 };

void sett_help_command (int index, int all, sett_text *text) {
  const char *operands = commands[index].operands;
  sett_text_addf (text, "sett %s [OPTION...]%s%s\n\n", commands[index].name,
                  *operands ? " " : "", operands);
  add_wrapped (text, commands[index].text, 0);
  if (1u << index & SETT_COMMANDS_RAW)
    return;
  if (!all && count_options (1u << index) > MANY) {
    add_usual (text, 1u << index);
    add_statuses (text);
    return;
  }
  for (int category = 0; category < SETT_CATEGORIES; category++)
    add_category (text, category, 1u << index);
  sett_text_add (text,
                 "\nOptions and operands may come in any order; -- ends the "
                 "options.  Every switch\nhas its opposite: --no-json, "
                 "--deadlock.\n");
  add_statuses (text);
}

/*------------------------------------------------------------------------*/
/* The manual page. */

/* Dashes and backslashes as the page wants them. */
static void add_troff (sett_text *text, const char *words) {
  for (; *words; words++)
    if (*words == '-' || *words == '\\')
      sett_text_addf (text, "\\%c", *words == '-' ? '-' : 'e');
    else
      sett_text_addf (text, "%c", *words);
}

static void add_manual_commands (sett_text *text) {
  sett_text_add (text, ".SH COMMANDS\n");
  for (int i = 0; i < SETT_COMMANDS; i++) {
    sett_text_addf (text, ".TP\n.BI \"sett %s \" \"", commands[i].name);
    add_troff (text, commands[i].operands);
    sett_text_add (text, "\"\n");
    add_troff (text, commands[i].text);
    sett_text_add (text, "\n");
  }
}

static void add_manual_takers (sett_text *text, const sett_option *row) {
  if ((row->commands | SETT_COMMANDS_RAW) == SETT_COMMANDS_ALL)
    return;
  const char *separator = " [";
  for (int i = 0; i < SETT_COMMANDS; i++)
    if (row->commands & 1u << i) {
      sett_text_addf (text, "%s%s", separator, commands[i].name);
      separator = ", ";
    }
  sett_text_add (text, "]");
}

static void add_manual_option (sett_text *text, const sett_option *row) {
  sett_text part = {0};
  sett_text_add (text, ".TP\n.B ");
  add_syntax (&part, row);
  add_troff (text, sett_text_get (&part));
  sett_text_clear (&part);
  sett_text_add (text, "\n");
  add_explanation (&part, row);
  add_manual_takers (&part, row);
  add_troff (text, sett_text_get (&part));
  sett_text_add (text, "\n");
  sett_text_release (&part);
}

static void add_manual_options (sett_text *text) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  sett_text_add (text, ".SH OPTIONS\n");
  for (int category = 0; category < SETT_CATEGORIES; category++) {
    sett_text_addf (text, ".SS %s\n", categories[category]);
    for (size_t i = 0; i < count; i++)
      if ((int)rows[i].category == category)
        add_manual_option (text, rows + i);
  }
}

void sett_help_manual (sett_text *text) {
  add_manual_commands (text);
  add_manual_options (text);
  sett_text_add (text, ".SH EXIT STATUS\n");
  for (int i = 0; i < STATUSES; i++)
    sett_text_addf (text, ".TP\n.B %d\n%s\n", statuses[i].number,
                    statuses[i].text);
}

/*------------------------------------------------------------------------*/

static int find_command (const char *word) {
  for (int i = 0; i < SETT_COMMANDS; i++)
    if (!strcmp (word, commands[i].name))
      return i;
  return -1;
}

sett_exit sett_cli_help (const sett_options *options) {
  sett_text text = {0};
  if (options->man)
    sett_help_manual (&text);
  else if (options->completion) {
    if (!sett_completion_add (options->completion, &text))
      return sett_cli_error (0,
                             "--completion %s: the shells are bash, zsh, fish",
                             options->completion);
  } else if (!options->operands.count)
    sett_help_overview (&text);
  else {
    const char *word = options->operands.at[0];
    const int index = find_command (word);
    if (index < 0)
      return sett_cli_error (0, "no help for '%s': see 'sett help'", word);
    sett_help_command (index, options->help_all, &text);
  }
  sett_cli_print (&text);
  sett_text_release (&text);
  return SETT_EXIT_FINE;
}

sett_exit sett_cli_version (const sett_options *options) {
  (void)options;
  printf ("sett %s\n", SETT_VERSION);
  return SETT_EXIT_FINE;
}
