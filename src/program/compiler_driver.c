/* The compiler driver: see compiler_driver.h. */

#include "program/compiler_driver.h"

#include "base/assert.h"
#include "base/arena.h"
#include "base/text.h"
#include "base/watch.h"
#include "base/tempdir.h"
#include "program/command_line.h"
#include "program/install_paths.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MILLISECONDS 50 /* between two looks at the watch */

extern char **environ;

typedef enum compiler_kind { GCC, CLANG, UNKNOWN } compiler_kind;

typedef struct driver {
  sett_install_paths install_paths;
  sett_arena arena;   /* words that are made here */
  sett_strings words; /* the command that is run */
  compiler_kind kind;
  const char *plugin; /* of gcc (plugin/gcc_calls.cc), or null */
  char **environment; /* null: as it is */
  sett_text *error;
} driver;

/*------------------------------------------------------------------------*/
/* The real compiler. */

/* The words of $SETT_CC or $SETT_CXX, or the usual name. */
static void add_compiler (driver *d, int cxx) {
  const char *name = getenv (cxx ? "SETT_CXX" : "SETT_CC");
  if (!name || !name[strspn (name, " \t")])
    name = cxx ? "c++" : "cc";
  for (name += strspn (name, " \t"); *name; name += strspn (name, " \t")) {
    const size_t length = strcspn (name, " \t");
    SETT_PUSH (d->words, sett_arena_copy (&d->arena, name, length));
    name += length;
  }
}

/* The compiler is a process group, so that it can be ended with all that it has
   started. */
static int finish (pid_t child) {
  const struct timespec moment = {0, 1000000};
  int status = 0;
  pid_t done;
  while ((done = waitpid (child, &status, WNOHANG)) != child) {
    if (done < 0 && errno != EINTR)
      return -1;
    if (sett_watch_spent ())
      kill (-child, SIGKILL);
    nanosleep (&moment, NULL);
  }
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/* Starts the command with its two outputs to these descriptors.  False, with a
   sentence, when that fails. */
static int start (driver *d, int output, int errors, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  SETT_ASSERT (d->words.count);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, errors, STDERR_FILENO);
  SETT_PUSH (d->words, NULL);
  const int failed = posix_spawnp (child, d->words.at[0], &actions, &attributes,
                                   (char *const *)d->words.at,
                                   d->environment ? d->environment : environ);
  d->words.count--;
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  if (failed)
    sett_text_addf (d->error, "cannot run the compiler '%s': %s",
                    d->words.at[0], strerror (failed));
  return !failed;
}

static void read_pipe (int fd, sett_text *text) {
  char buffer[4096];
  struct pollfd ready = {fd, POLLIN, 0};
  while (!sett_watch_spent ()) {
    if (poll (&ready, 1, LOOK_MILLISECONDS) <= 0)
      continue;
    const ssize_t n = read (fd, buffer, sizeof buffer);
    if (n > 0)
      sett_text_add_bytes (text, buffer, (size_t)n);
    else if (!n || errno != EINTR)
      return;
  }
}

/* What the compiler says when it is asked with these words (a null behind the
   last). */
static int ask (driver *d, const char *const *question, sett_text *answer) {
  const size_t words = d->words.count;
  int ends[2];
  pid_t child;
  if (pipe2 (ends, O_CLOEXEC)) {
    sett_text_addf (d->error, "cannot make a pipe: %s", strerror (errno));
    return 0;
  }
  for (; *question; question++)
    SETT_PUSH (d->words, *question);
  const int started = start (d, ends[1], ends[1], &child);
  d->words.count = words;
  close (ends[1]);
  if (started) {
    read_pipe (ends[0], answer);
    finish (child);
  }
  close (ends[0]);
  return started;
}

/* The number behind a macro; 0: it is not there. */
static int macro (const char *text, const char *name) {
  const char *at = strstr (text, name);
  return at ? atoi (at + strlen (name)) : 0;
}

/* What lies beside the specs. */
static sett_text beside_specs (const driver *d) {
  const char *specs = d->install_paths.specs;
  sett_text path = {0};
  sett_text_add_bytes (&path, specs, (size_t)(strrchr (specs, '/') - specs));
  sett_text_add (&path, "/");
  return path;
}

/* There is a plug-in for one version of gcc, if any. */
static void find_plugin (driver *d, int major, int minor, int patch) {
  sett_text path = beside_specs (d);
  sett_text_addf (&path, "libsett-gcc-%d.%d.%d.so", major, minor, patch);
  if (!access (sett_text_get (&path), R_OK))
    d->plugin = sett_arena_copy (&d->arena, sett_text_get (&path), path.length);
  sett_text_release (&path);
}

/* Which compiler is it, by its own words?  That is quick, as nothing is
   compiled; but these words may be others, in another language for instance. */
static void know_by_version (driver *d, const char *said) {
  int major, minor, patch;
  const char *line = said;
  if (strstr (said, "clang version "))
    d->kind = CLANG;
  while (d->kind == UNKNOWN && line) {
    if (sscanf (line, "gcc version %d.%d.%d", &major, &minor, &patch) == 3) {
      d->kind = GCC;
      find_plugin (d, major, minor, patch);
    }
    line = strchr (line, '\n');
    line = line ? line + 1 : NULL;
  }
}

/* By the macros that it defines by itself. */
static void know_by_macros (driver *d, const char *said) {
  d->kind = strstr (said, "#define __clang__ ")   ? CLANG
            : strstr (said, "#define __TINYC__ ") ? UNKNOWN
            : strstr (said, "#define __GNUC__ ")  ? GCC
                                                  : UNKNOWN;
  if (d->kind == GCC)
    find_plugin (d, macro (said, "#define __GNUC__ "),
                 macro (said, "#define __GNUC_MINOR__ "),
                 macro (said, "#define __GNUC_PATCHLEVEL__ "));
}

static int find_kind (driver *d) {
  static const char *const version[] = {"-v", "-E", NULL};
  static const char *const macros[] = {"-dM", "-E",        "-x",
                                       "c",   "/dev/null", NULL};
  sett_text answer = {0};
  d->kind = UNKNOWN;
  int asked = ask (d, version, &answer);
  if (asked)
    know_by_version (d, sett_text_get (&answer));
  if (asked && d->kind == UNKNOWN) {
    sett_text_clear (&answer);
    asked = ask (d, macros, &answer);
    know_by_macros (d, sett_text_get (&answer));
  }
  if (asked && d->kind == UNKNOWN)
    sett_text_addf (d->error,
                    "'%s' is neither gcc nor clang: only these can instrument "
                    "programs (set SETT_CC or SETT_CXX)",
                    d->words.at[0]);
  sett_text_release (&answer);
  return asked && d->kind != UNKNOWN;
}

/*------------------------------------------------------------------------*/
/* What is added. */

/* gcc expands these in place, where nobody sees them; clang does not. */
static const char *const watched[] = {
    "memcpy",  "memmove", "memset", "memcmp",  "memchr", "mempcpy",
    "bcopy",   "bzero",   "strcpy", "stpcpy",  "strcat", "strncpy",
    "strncat", "strlen",  "strcmp", "strncmp", "strchr", "strrchr",
};

static const char *const of_gcc[] = {
    "--param=tsan-distinguish-volatile=1",
    "--param=tsan-instrument-func-entry-exit=0",
    "-fipa-ra",
    "-fno-lto",
    "-grecord-gcc-switches", /* uninstrumented.c reads them */
};

/* The last option but one: clang (14 and 15) takes a field or an element of a
   local variable for private if nobody gets the address of just that, though
   others have the variable's.  If it looks at no uses of an address it takes
   all of them for given away. */
static const char *const of_clang[] = {
    "-Xclang",
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-mllvm",
    "-tsan-distinguish-volatile=1",
    "-mllvm",
    "-tsan-instrument-func-entry-exit=0",
    "-mllvm",
    "-capture-tracking-max-uses-to-explore=0",
    "-grecord-command-line", /* uninstrumented.c reads it */
};

static void add_joined (driver *d, const char *before, const char *word) {
  sett_text text = {0};
  sett_text_addf (&text, "%s%s", before, word);
  SETT_PUSH (d->words,
             sett_arena_copy (&d->arena, sett_text_get (&text), text.length));
  sett_text_release (&text);
}

static void add_words (driver *d, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    SETT_PUSH (d->words, words[i]);
}

#define ADD_WORDS(D, WORDS) add_words (D, WORDS, sizeof WORDS / sizeof *WORDS)

/* After the arguments of the user: these must hold. */
static void add_for_compiling (driver *d, int inlines) {
  if (d->kind == GCC) {
    add_joined (d, "-specs=", d->install_paths.specs);
    ADD_WORDS (d, of_gcc);
    if (d->plugin)
      add_joined (d, "-fplugin=", d->plugin);
    if (inlines) {
      SETT_PUSH (d->words, "-include");
      SETT_PUSH (d->words, d->install_paths.inlined);
    }
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
      add_joined (d, "-fno-builtin-", watched[i]);
  } else
    ADD_WORDS (d, of_clang);
  SETT_PUSH (d->words, "-fno-omit-frame-pointer");
  /* Functions of the run-time look at who has called them. */
  SETT_PUSH (d->words, "-fno-optimize-sibling-calls");
}

/* Headers of ours; some stand before those of C++. */
static void add_headers (driver *d) {
  sett_text path = beside_specs (d);
  sett_text_add (&path, "c++");
  add_joined (d, "-isystem", sett_text_get (&path));
  sett_text_release (&path);
  add_joined (d, "-I", d->install_paths.include);
}

/* The user may have named the language of all files (-x): this one is what it
   is. */
static void add_for_linking (driver *d) {
  SETT_PUSH (d->words, "-pthread");
  SETT_PUSH (d->words, "-x");
  SETT_PUSH (d->words, "none");
  SETT_PUSH (d->words, "-Wl,--push-state,--no-as-needed");
  SETT_PUSH (d->words, d->install_paths.library);
  SETT_PUSH (d->words, "-Wl,--pop-state");
  add_joined (d, "-Wl,-rpath,", d->install_paths.folder);
  SETT_PUSH (d->words, "-Wl,-z,now");
}

/* The user may well have the sanitizer's flag: instrumenting is done anyway,
   and its library must not be linked. */
static void add_arguments (driver *d, const sett_strings *arguments) {
  for (size_t i = 0; i < arguments->count; i++)
    if (strcmp (arguments->at[i], "-fsanitize=thread"))
      SETT_PUSH (d->words, arguments->at[i]);
}

/* The checks are written for the usual assembler, calls and registers. */
static int can_inline (const sett_strings *arguments) {
  static const char *const unusual[] = {"-masm=intel", "-mcmodel=large",
                                        "-mgeneral-regs-only"};
  for (size_t i = 0; i < arguments->count; i++)
    for (size_t k = 0; k < sizeof unusual / sizeof *unusual; k++)
      if (!strcmp (arguments->at[i], unusual[k]))
        return 0;
  return 1;
}

static int refuse_static (driver *d) {
  sett_text_add (
      d->error, "-static is not possible: the run-time library, which controls "
                "the threads, is loaded beside the C library; link the "
                "program dynamically");
  return 0;
}

/* Makes the command; false, with a sentence, when it is not possible. */
static int make_command (driver *d, int cxx, const sett_strings *arguments) {
  sett_command_line line;
  sett_command_line_read (&line, arguments);
  const int works = line.inputs && !line.only_informs;
  const int links = works && !line.stops_early && line.headers < line.inputs;
  if (links && line.is_static)
    return refuse_static (d);
  add_compiler (d, cxx);
  if (works && (!sett_install_paths_find (&d->install_paths, d->error) ||
                !find_kind (d)))
    return 0;
  const int reads = works && line.others;
  const int compiles = reads && !line.preprocesses;
  if (compiles)
    SETT_PUSH (d->words, "-g"); /* first: the user may want -g3 */
  add_arguments (d, arguments);
  if (compiles)
    add_for_compiling (d, can_inline (arguments));
  if (reads)
    add_headers (d);
  if (links)
    add_for_linking (d);
  return 1;
}

static void release (driver *d) {
  if (d->environment)
    sett_tempdir_forget (d->environment);
  sett_install_paths_release (&d->install_paths);
  SETT_RELEASE (d->words);
  sett_arena_release (&d->arena);
}

/*------------------------------------------------------------------------*/

void sett_compile_exec (int cxx, const sett_strings *arguments,
                        sett_text *error) {
  driver d = {.error = error};
  if (make_command (&d, cxx, arguments)) {
    SETT_PUSH (d.words, NULL);
    execvp (d.words.at[0], (char *const *)d.words.at);
    sett_text_addf (error, "cannot run the compiler '%s': %s", d.words.at[0],
                    strerror (errno));
  }
  release (&d);
}

int sett_compile_takes (const char *name) {
  const sett_input_kind kind = sett_input_kind_of (name);
  return kind != SETT_INPUT_OTHER && kind != SETT_INPUT_HEADER;
}

/* C++ alone and objects go to the C++ compiler.  That would take C for C++: a
   mixture goes to the C compiler, which knows suffixes, with the library. */
int sett_compile_program (const sett_strings *arguments, const char *output,
                          sett_text *error) {
  sett_command_line line;
  driver d = {.error = error};
  sett_strings all = {0};
  const char *folder = sett_tempdir_open (error);
  if (!folder)
    return 0;
  d.environment = sett_tempdir_environment (folder);
  sett_command_line_read (&line, arguments);
  for (size_t i = 0; i < arguments->count; i++)
    SETT_PUSH (all, arguments->at[i]);
  if (line.c && line.cxx)
    SETT_PUSH (all, "-lstdc++");
  SETT_PUSH (all, "-o");
  SETT_PUSH (all, output);
  pid_t child;
  int done = make_command (&d, !line.c, &all) &&
             start (&d, STDERR_FILENO, STDERR_FILENO, &child);
  if (done) {
    const int status = finish (child);
    done = !status;
    if (status)
      sett_text_addf (error, "the program does not compile (%s gave status %d)",
                      d.words.at[0], status);
  }
  SETT_RELEASE (all);
  release (&d);
  return done;
}
