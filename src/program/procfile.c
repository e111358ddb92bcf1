/* Procfiles: see procfile.h.

   Reading goes on after an error, so that one run shows several. */

#include "program/procfile.h"
#include "program/java.h"

#include "base/assert.h"
#include "base/flags.h"
#include "base/text.h"
#include "program/compiler_driver.h"
#include "program/launch.h"
#include "program/shell_words.h"
#include "shared/shared.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char digits[] = "0123456789";
static const char of_names[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

typedef struct reader {
  sett_system *system;
  const char *path;   /* for messages */
  unsigned line;      /* 0: `path` is a word of the command line */
  const char *folder; /* of the file; null: the current one */
  const sett_strings *flags;
  sett_strings settings; /* for all that follow */
  sett_text *errors;
  int full; /* was said */
} reader;

/* "client*2" */
typedef struct head {
  const char *name;
  size_t length;
  unsigned count; /* 0: just one, without a number */
} head;

static int complain (reader *r, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static int complain (reader *r, const char *format, ...) {
  va_list arguments;
  if (r->line)
    sett_text_addf (r->errors, "%s:%u: ", r->path, r->line);
  else
    sett_text_addf (r->errors, "sett: --process '%s': ", r->path);
  va_start (arguments, format);
  sett_text_addv (r->errors, format, arguments);
  va_end (arguments);
  sett_text_add (r->errors, "\n");
  return 0;
}

static const char *keep (reader *r, sett_text *text) {
  const char *kept =
      sett_arena_copy (&r->system->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

/* The name as seen from here. */
static const char *from_here (reader *r, const char *name) {
  sett_text text = {0};
  if (*name == '/' || !r->folder)
    return name;
  sett_text_addf (&text, "%s/%s", r->folder, name);
  return keep (r, &text);
}

/*------------------------------------------------------------------------*/
/* Names. */

static int check_letters (reader *r, const head *h) {
  const size_t good = strspn (h->name, of_names);
  const char *bad = h->name + good;
  if (!h->length)
    return complain (r, "a process needs a name");
  if (strchr ("-.", *h->name))
    return complain (r, "the name of a process cannot begin with '%c'",
                     *h->name);
  if (good >= h->length)
    return 1;
  return complain (r,
                   "'%.*s' cannot be part of a name; letters, digits, '_', "
                   "'-' and '.' can",
                   (unsigned char)*bad < 0x80 ? 1 : (int)(h->length - good),
                   bad);
}

static int read_count (reader *r, const char *text, size_t length,
                       unsigned *count) {
  const size_t good = strspn (text, digits);
  *count = good && good == length && length < 3 ? (unsigned)atoi (text) : 0;
  if (*count >= 1 && *count <= SETT_SYSTEM_PROCESSES)
    return 1;
  return complain (r, "after '*' comes a number from 1 to %d, not '%.*s'",
                   SETT_SYSTEM_PROCESSES, (int)length, text);
}

/* The text up to ':' or, in a word of the command line, '='. */
static int read_head (reader *r, const char *text, size_t length, head *h) {
  const char *star = memchr (text, '*', length);
  *h = (head){text, star ? (size_t)(star - text) : length, 0};
  return check_letters (r, h) &&
         (!star || read_count (r, star + 1, length - h->length - 1, &h->count));
}

static const char *name_of (reader *r, const head *h, unsigned number) {
  SETT_ASSERT (number <= h->count || !h->count);
  sett_text text = {0};
  sett_text_add_bytes (&text, h->name, h->length);
  if (h->count)
    sett_text_addf (&text, ".%u", number);
  return keep (r, &text);
}

/*------------------------------------------------------------------------*/
/* Settings. */

/* Replaces what was set before. */
static void set (sett_strings *settings, const char *word) {
  const size_t length = sett_shell_setting (word) + 1;
  for (size_t i = 0; i < settings->count; i++)
    if (!strncmp (settings->at[i], word, length)) {
      settings->at[i] = word;
      return;
    }
  SETT_PUSH (*settings, word);
}

static int check_settings (reader *r, const sett_shell_words *line) {
  for (size_t i = 0; i < line->settings; i++)
    if (sett_launch_sets (line->words.at[i]))
      return complain (r, "%.*s is set by Sett itself",
                       (int)sett_shell_setting (line->words.at[i]),
                       line->words.at[i]);
  return 1;
}

static int read_setting (reader *r, const char *text) {
  sett_shell_words line;
  sett_text error = {0};
  int fine = sett_shell_split (&line, text, &r->system->arena, &error);
  if (!fine)
    complain (r, "%s", sett_text_get (&error));
  else if (line.input)
    fine = complain (r, "'<': no process reads it");
  else if (line.settings < line.words.count)
    fine = complain (r,
                     "'%s' is a command without a name; a line is 'name: "
                     "command', or NAME=value",
                     line.words.at[line.settings]);
  else
    fine = check_settings (r, &line);
  for (size_t i = 0; fine && i < line.settings; i++)
    set (&r->settings, line.words.at[i]);
  sett_text_release (&error);
  SETT_RELEASE (line.words);
  return fine;
}

/*------------------------------------------------------------------------*/
/* Executables. */

static int is_program (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISREG (status.st_mode) &&
         !access (path, X_OK);
}

/* In PATH, as a shell would; null if it is not there. */
static const char *find_in_path (reader *r, const char *name) {
  const char *at = getenv ("PATH");
  for (; at && *at; at += *at == ':') {
    const size_t length = strcspn (at, ":");
    sett_text text = {0};
    sett_text_add_bytes (&text, at, length);
    sett_text_addf (&text, "%s%s", length ? "/" : "./", name);
    if (is_program (sett_text_get (&text)))
      return keep (r, &text);
    sett_text_release (&text);
    at += length;
  }
  return NULL;
}

static const char *find_program (reader *r, const char *name) {
  struct stat status;
  const char *found = strchr (name, '/') ? NULL : find_in_path (r, name);
  const char *path = found ? found : from_here (r, name);
  if (is_program (path))
    return path;
  if (!strchr (name, '/') && access (path, F_OK))
    complain (r, "there is no command '%s', neither in PATH nor in %s", name,
              r->line ? "the folder of this file" : "the current folder");
  else if (stat (path, &status))
    complain (r, "cannot run '%s': %s", path, strerror (errno));
  else
    complain (r, "cannot run '%s': it is %s", path,
              S_ISDIR (status.st_mode) ? "a folder" : "not executable");
  return NULL;
}

/*------------------------------------------------------------------------*/
/* Sources. */

static int is_flag (const char *word) {
  const sett_flag *flag = *word == '-' ? sett_flag_find (word) : NULL;
  return flag && flag->for_checks;
}

static int is_compiled (const char *word) {
  return is_flag (word) || sett_compile_takes (word);
}

/* The length of a flag that names a folder; 0 for others.  Those that name
   files are looked for in such folders, too, and are left to the compiler. */
static size_t names_folder (const char *flag) {
  static const char *const flags[] = {"-isystem", "-iquote", "-idirafter", "-I",
                                      "-L"};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strncmp (flag, flags[i], strlen (flags[i])))
      return strlen (flags[i]);
  return 0;
}

/* A flag, and the next word if that belongs to it.  Gives how many words. */
static size_t take_flag (reader *r, sett_target *t, const sett_strings *words,
                         size_t at) {
  const char *flag = words->at[at];
  const size_t length = names_folder (flag);
  if (sett_flag_takes_next (flag) && at + 1 < words->count) {
    const char *value = words->at[at + 1];
    SETT_PUSH (t->words, flag);
    SETT_PUSH (t->words, length ? from_here (r, value) : value);
    return 2;
  }
  if (length && flag[length]) {
    sett_text text = {0};
    sett_text_addf (&text, "%.*s%s", (int)length, flag,
                    from_here (r, flag + length));
    flag = keep (r, &text);
  }
  SETT_PUSH (t->words, flag);
  return 1;
}

static int take_source (reader *r, sett_target *t, const char *word) {
  const char *name = from_here (r, word);
  if (access (name, R_OK))
    return complain (r, "cannot read '%s': %s", name, strerror (errno));
  if (!t->name)
    t->name = name;
  SETT_PUSH (t->words, name);
  return 1;
}

/* Gives the index of the first argument. */
static size_t take_sources (reader *r, sett_target *t,
                            const sett_strings *words, size_t at) {
  const char *first = words->at[at];
  for (size_t i = 0; i < r->flags->count; i++)
    SETT_PUSH (t->words, r->flags->at[i]);
  while (at < words->count && is_compiled (words->at[at]))
    if (is_flag (words->at[at]))
      at += take_flag (r, t, words, at);
    else if (!take_source (r, t, words->at[at++]))
      return at;
  if (!t->name)
    complain (r, "'%s' is for a compiler, but no source follows", first);
  return at + (at < words->count && !strcmp (words->at[at], "--"));
}

/*------------------------------------------------------------------------*/
/* Java: sources, a jar, `java' with its options, or these alone. */

static int is_virtual_machine (const char *word) {
  const char *slash = strrchr (word, '/');
  return !strcmp (slash ? slash + 1 : word, "java");
}

/* Which is a Java program, too. */
static int is_registry (const char *word) {
  return !strcmp (word, "rmiregistry");
}

static int is_java (const char *word) {
  return sett_java_takes (word) || sett_java_is_class_path (word) ||
         is_virtual_machine (word) || is_registry (word);
}

/* Every entry as seen from here. */
static const char *class_path_from_here (reader *r, const char *path) {
  sett_text text = {0};
  while (*path || !text.length) {
    const size_t length = strcspn (path, ":");
    const char *entry = sett_arena_copy (&r->system->arena, path, length);
    sett_text_addf (&text, "%s%s", text.length ? ":" : "",
                    from_here (r, *entry ? entry : "."));
    path += length + (path[length] == ':');
  }
  return keep (r, &text);
}

/* Gives the index behind it; the end of the words after an error. */
static size_t take_class_path (reader *r, sett_target *t,
                               const sett_strings *words, size_t at) {
  if (at + 1 == words->count) {
    complain (r, "'%s' needs a class path behind it", words->at[at]);
    return words->count;
  }
  SETT_PUSH (t->words, words->at[at]);
  SETT_PUSH (t->words, class_path_from_here (r, words->at[at + 1]));
  return at + 2;
}

static int has_java_suffix (const char *word) {
  const size_t length = strlen (word);
  return length > 5 && !strcmp (word + length - 5, ".java");
}

static size_t take_java_sources (reader *r, sett_target *t,
                                 const sett_strings *words, size_t at) {
  for (size_t i = 0; i < r->flags->count; i++)
    SETT_PUSH (t->words, r->flags->at[i]);
  while (at < words->count)
    if (sett_java_is_class_path (words->at[at]))
      at = take_class_path (r, t, words, at);
    else if (!has_java_suffix (words->at[at]))
      break;
    else if (!take_source (r, t, words->at[at++]))
      return words->count;
  return at + (at < words->count && !strcmp (words->at[at], "--"));
}

/* Assertions are always on. */
static int is_about_assertions (const char *word) {
  return !strcmp (word, "-ea") || !strcmp (word, "-enableassertions");
}

static size_t take_java_option (reader *r, sett_target *t,
                                const sett_strings *words, size_t at) {
  const char *word = words->at[at];
  if (sett_java_is_class_path (word))
    return take_class_path (r, t, words, at);
  if (is_about_assertions (word) || !strcmp (word, "-jar"))
    return at + 1;
  if (!strncmp (word, "-D", 2) && word[2]) {
    SETT_PUSH (t->words, word);
    return at + 1;
  }
  complain (r,
            "'%s': of the options of java, processes of a system have -cp, "
            "-jar, -ea and -Dname=value",
            word);
  return words->count;
}

/* Its words are the class path and the properties. */
static size_t take_java_command (reader *r, sett_target *t,
                                 const sett_strings *words, size_t at) {
  const size_t before = r->errors->length;
  const char *first = words->at[at];
  at += (size_t)is_virtual_machine (first);
  while (at < words->count && *words->at[at] == '-')
    at = take_java_option (r, t, words, at);
  if (r->errors->length > before)
    return at;
  if (at == words->count) {
    complain (r, "'%s': which class, or jar, is to be run?", first);
    return at;
  }
  const int jar = sett_java_takes (words->at[at]);
  if (has_java_suffix (words->at[at]))
    complain (r, "'%s': a source comes first, without java", words->at[at]);
  else if (!jar && !sett_java_class_path (t)) {
    SETT_PUSH (t->words, "-cp"); /* as java has it */
    SETT_PUSH (t->words, class_path_from_here (r, "."));
  }
  t->name = jar ? from_here (r, words->at[at]) : words->at[at];
  return at + 1;
}

static size_t take_registry (reader *r, sett_target *t, size_t at) {
  SETT_PUSH (t->words, "-cp");
  SETT_PUSH (t->words, class_path_from_here (r, "."));
  t->name = "sun.rmi.registry.RegistryImpl";
  return at + 1;
}

static size_t take_java (reader *r, sett_target *t, const sett_strings *words,
                         size_t at) {
  if (is_registry (words->at[at]))
    return take_registry (r, t, at);
  return has_java_suffix (words->at[at]) ? take_java_sources (r, t, words, at)
                                         : take_java_command (r, t, words, at);
}

/*------------------------------------------------------------------------*/
/* Processes. */

static int take_input (reader *r, sett_target *t, const char *word) {
  struct stat status;
  const char *name = from_here (r, word);
  if (access (name, R_OK))
    return complain (r, "cannot read '%s': %s", name, strerror (errno));
  if (!stat (name, &status) && S_ISDIR (status.st_mode))
    return complain (r, "cannot read '%s': it is a folder", name);
  t->input = name;
  return 1;
}

static int read_target (reader *r, sett_target *t,
                        const sett_shell_words *line) {
  const sett_strings *words = &line->words;
  const size_t before = r->errors->length;
  size_t at = line->settings;
  if (is_java (words->at[at]))
    at = take_java (r, t, words, at);
  else if (is_compiled (words->at[at]))
    at = take_sources (r, t, words, at);
  else
    t->name = find_program (r, words->at[at++]);
  for (; at < words->count; at++)
    SETT_PUSH (t->arguments, words->at[at]);
  if (line->input)
    take_input (r, t, line->input);
  return r->errors->length == before;
}

static int check_name (reader *r, const char *name) {
  if (strlen (name) >= sizeof ((sett_member *)0)->name)
    return complain (r, "the name '%s' is longer than %zu letters", name,
                     sizeof ((sett_member *)0)->name - 1);
  if (sett_system_find (r->system, name) >= 0)
    return complain (r, "there is another process '%s'", name);
  if (r->system->parts.count < SETT_SYSTEM_PROCESSES)
    return 1;
  if (r->full++)
    return 0;
  return complain (r, "more than %d processes", SETT_SYSTEM_PROCESSES);
}

static int add_part (reader *r, const char *name,
                     const sett_shell_words *line) {
  if (!check_name (r, name))
    return 0;
  sett_part *part = sett_system_add (r->system, name);
  part->folder = r->folder;
  for (size_t i = 0; i < r->settings.count; i++)
    SETT_PUSH (part->environment, r->settings.at[i]);
  for (size_t i = 0; i < line->settings; i++)
    set (&part->environment, line->words.at[i]);
  return read_target (r, &part->target, line);
}

static int add_parts (reader *r, const head *h, const char *command) {
  sett_shell_words line;
  sett_text error = {0};
  int fine = sett_shell_split (&line, command, &r->system->arena, &error);
  if (!fine)
    complain (r, "%s", sett_text_get (&error));
  else if (line.settings == line.words.count)
    fine = complain (r, "'%.*s' has no command", (int)h->length, h->name);
  else
    fine = check_settings (r, &line);
  for (unsigned i = 1; fine && i <= (h->count ? h->count : 1); i++)
    fine = add_part (r, name_of (r, h, i), &line);
  sett_text_release (&error);
  SETT_RELEASE (line.words);
  return fine;
}

/*------------------------------------------------------------------------*/
/* Lines. */

static void read_line (reader *r, const char *text) {
  const size_t length = strcspn (text, ":");
  head h;
  if (!*text || *text == '#')
    return;
  if (sett_shell_setting (text))
    read_setting (r, text);
  else if (!text[length])
    complain (r, "a line is 'name: command', or NAME=value");
  else if (read_head (r, text, length, &h))
    add_parts (r, &h, text + length + 1);
}

/* The next line, without blanks around it; false at the end. */
static int next_line (char **rest, char **line) {
  static const char blanks[] = " \t\r\f\v";
  *line = strsep (rest, "\n");
  if (!*line)
    return 0;
  *line += strspn (*line, blanks);
  size_t length = strlen (*line);
  while (length && strchr (blanks, (*line)[length - 1]) &&
         !(length > 1 && (*line)[length - 2] == '\\'))
    (*line)[--length] = 0;
  return 1;
}

static void read_lines (reader *r, char *text) {
  for (char *line; next_line (&text, &line);) {
    r->line++;
    read_line (r, line);
  }
}

int sett_procfile_read (sett_system *system, const char *path,
                        const sett_strings *flags, sett_text *errors) {
  reader r = {.system = system, .path = path, .flags = flags, .errors = errors};
  const char *slash = strrchr (path, '/');
  const size_t before = system->parts.count;
  sett_text text = {0};
  if (slash)
    r.folder = slash == path ? "/"
                             : sett_arena_copy (&system->arena, path,
                                                (size_t)(slash - path));
  if (!sett_text_read_file (&text, path))
    sett_text_addf (errors, "sett: cannot read '%s': %s\n", path,
                    strerror (errno));
  else if (strlen (sett_text_get (&text)) != text.length)
    sett_text_addf (errors, "%s: this is not a text\n", path);
  else {
    if (text.length)
      read_lines (&r, text.at);
    if (!errors->length && system->parts.count == before)
      sett_text_addf (errors, "%s: there is no process in this file\n", path);
  }
  const int fine = !errors->length;
  sett_text_release (&text);
  SETT_RELEASE (r.settings);
  return fine;
}

int sett_procfile_add (sett_system *system, const char *word,
                       const sett_strings *flags, sett_text *errors) {
  reader r = {.system = system, .path = word, .flags = flags, .errors = errors};
  const size_t length = strcspn (word, "=");
  head h;
  if (!word[length])
    return complain (&r, "this is not 'name=command'");
  return read_head (&r, word, length, &h) &&
         add_parts (&r, &h, word + length + 1);
}

/*------------------------------------------------------------------------*/
/* Is it one? */

static int has_suffix (const char *name, const char *suffix) {
  const size_t length = strlen (name), end = strlen (suffix);
  return length > end && !strcmp (name + length - end, suffix);
}

/* 1: "name: command"; 0: nothing; -1: something else. */
static int judge (const char *line) {
  size_t length = strspn (line, of_names);
  if (!*line || *line == '#' || sett_shell_setting (line))
    return 0;
  if (length && line[length] == '*')
    length += 1 + strspn (line + length + 1, digits);
  return length && line[length] == ':' && strchr (" \t", line[length + 1]) ? 1
                                                                           : -1;
}

/* The first line, and most of the others: those that do not are errors. */
static int most_look_so (char *text) {
  size_t good = 0, bad = 0;
  for (char *line; next_line (&text, &line);) {
    const int sign = judge (line);
    good += sign > 0;
    bad += sign < 0;
    if (bad && !good)
      return 0;
  }
  return good > bad;
}

/* Procfile, Procfile.wrong. */
static int has_name (const char *path) {
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
  const size_t length = strlen ("Procfile");
  return !strncmp (name, "Procfile", length) &&
         (!name[length] || name[length] == '.');
}

int sett_procfile_is (const char *path) {
  struct stat status;
  sett_text text = {0};
  if (has_name (path) || has_suffix (path, ".procfile"))
    return 1;
  if (stat (path, &status) || !S_ISREG (status.st_mode))
    return 0;
  const int found = sett_text_read_file (&text, path) && text.length &&
                    strlen (text.at) == text.length && most_look_so (text.at);
  sett_text_release (&text);
  return found;
}
