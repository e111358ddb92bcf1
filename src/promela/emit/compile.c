/* libtcc compiles a model within milliseconds, so that small ones are answered
   at once.  For a long run the same C is compiled by cc -O2 in the background
   and its functions replace the first ones between two calls: both work on the
   same states.  If the environment has SETT_COMPILER=clang, say, the run waits
   for that compiler before it begins: this is how its code is tested. */

#include "promela/emit/compile.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/watch.h"
#include "base/tempdir.h"
#include "promela/parse/process.h"

#include <dlfcn.h>
#include <libtcc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

typedef enum progress { IDLE, RUNNING, FINISHED } progress;

struct compiled {
  TCCState *tcc;
  const sett_text *code;
  const compile_options *options;
  _Atomic (steps_function) steps;
  _Atomic (propositions_function) propositions;
  _Atomic (complaint_function) complaint;
  initial_function initial;
  const unsigned *layout;
  pthread_mutex_t lock; /* of what follows: the watch takes it for good */
  progress progress;
  pid_t child;
  void *library;
  char *folder;         /* a part of the temporary folder, while it is needed */
  sett_watch_duty duty; /* to leave nothing of the compiler behind */
};

static void collect_message (void *messages, const char *text) {
  sett_text_addf (messages, "%s\n", text);
}

/* Code that stands alone needs three functions; what a model's own C needs is
   looked up in libc. */
static int compile_in_memory (TCCState *tcc, const sett_text *code,
                              const compile_options *o, sett_text *messages) {
  tcc_set_error_func (tcc, messages, collect_message);
  tcc_set_options (tcc, o->hosted ? "-w" : "-nostdlib -w");
  tcc_set_output_type (tcc, TCC_OUTPUT_MEMORY);
  for (unsigned i = 0; o->hosted && i < o->include_paths_count; i++)
    tcc_add_include_path (tcc, o->include_paths[i]);
  if (tcc_compile_string (tcc, sett_text_get (code)))
    return 0;
  if (!o->hosted) {
    tcc_add_symbol (tcc, "memcpy", memcpy);
    tcc_add_symbol (tcc, "memmove", memmove);
    tcc_add_symbol (tcc, "memset", memset);
  }
  return !tcc_relocate (tcc, TCC_RELOCATE_AUTO);
}

int sett_compile_table (const sett_text *code, const compile_options *o,
                        const char *name, long *out, size_t count,
                        sett_text *messages) {
  TCCState *tcc = tcc_new ();
  if (!tcc)
    return 0;
  const void *table = NULL;
  if (compile_in_memory (tcc, code, o, messages))
    table = tcc_get_symbol (tcc, name);
  if (table)
    memcpy (out, table, count * sizeof *out);
  tcc_delete (tcc);
  return table != NULL;
}

void sett_compile_explain (const compile_options *o, const sett_text *messages,
                           sett_text *out) {
  sett_text_addf (out, "sett: %s does not compile:\n%s",
                  o->hosted ? "the C code in this model"
                            : "the code generated for this model",
                  sett_text_get (messages));
}

/* What a property needs: these functions may be missing. */
static void take_property (compiled *c, void *propositions, void *complaint) {
  propositions_function p;
  complaint_function q;
  *(void **)&p = propositions;
  *(void **)&q = complaint;
  atomic_store_explicit (&c->propositions, p, memory_order_release);
  atomic_store_explicit (&c->complaint, q, memory_order_release);
}

static int compile_at_once (compiled *c, sett_text *messages) {
  c->tcc = tcc_new ();
  if (!c->tcc || !compile_in_memory (c->tcc, c->code, c->options, messages))
    return 0;
  *(void **)&c->initial = tcc_get_symbol (c->tcc, "sett_model_initial");
  c->layout = tcc_get_symbol (c->tcc, "sett_model_layout");
  steps_function steps;
  *(void **)&steps = tcc_get_symbol (c->tcc, "sett_model_steps");
  atomic_store (&c->steps, steps);
  take_property (c, tcc_get_symbol (c->tcc, "sett_model_propositions"),
                 tcc_get_symbol (c->tcc, "sett_model_complaint"));
  return c->initial && c->layout && steps;
}

steps_function sett_compiled_steps (compiled *c) {
  return atomic_load_explicit (&c->steps, memory_order_acquire);
}

initial_function sett_compiled_initial (compiled *c) {
  return c->initial;
}

propositions_function sett_compiled_propositions (compiled *c) {
  return atomic_load_explicit (&c->propositions, memory_order_acquire);
}

complaint_function sett_compiled_complaint (compiled *c) {
  return atomic_load_explicit (&c->complaint, memory_order_acquire);
}

const unsigned *sett_compiled_layout (compiled *c) {
  return c->layout;
}

/* ------------------------------------------------------- acceleration --- */

static void file_in_folder (const compiled *c, const char *name,
                            sett_text *path) {
  sett_text_addf (path, "%s/%s", c->folder, name);
}

static void remove_folder (compiled *c) {
  sett_tempdir_clear (c->folder);
  c->folder = NULL;
}

/* Without room the first functions do the work to the end. */
static int write_code (compiled *c) {
  sett_text path = {0}, error = {0};
  c->folder = sett_tempdir_room (&error);
  sett_text_release (&error);
  if (!c->folder)
    return 0;
  file_in_folder (c, "model.c", &path);
  const int done = sett_text_write_file (c->code, sett_text_get (&path));
  sett_text_release (&path);
  return done;
}

static void start_compiler (compiled *c, const char *name) {
  sett_text source = {0}, library = {0};
  c->progress = FINISHED; /* unless it starts */
  SETT_ASSERT (!c->folder);
  if (!write_code (c)) {
    remove_folder (c);
    return;
  }
  file_in_folder (c, "model.c", &source);
  file_in_folder (c, "model.so", &library);
  const char *const fixed[] = {name,
                               "-O2",
                               "-w",
                               "-shared",
                               "-fPIC",
                               "-fno-strict-aliasing",
                               "-fwrapv",
                               "-std=gnu11",
                               "-o",
                               sett_text_get (&library),
                               sett_text_get (&source)};
  SETT_VECTOR (char *) argv = {0};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    SETT_PUSH (argv, (char *)fixed[i]);
  for (unsigned i = 0; i < c->options->include_paths_count; i++) {
    SETT_PUSH (argv, "-I");
    SETT_PUSH (argv, (char *)c->options->include_paths[i]);
  }
  SETT_PUSH (argv, NULL);
  c->child = sett_process_start (argv.at, c->folder);
  SETT_RELEASE (argv);
  sett_text_release (&source);
  sett_text_release (&library);
  if (c->child > 0)
    c->progress = RUNNING;
  else
    remove_folder (c);
}

/* With embedded C, types may be laid out by each compiler in its own way. */
static int same_layout (const compiled *c) {
  const unsigned *layout = dlsym (c->library, "sett_model_layout");
  for (size_t i = 0; layout && layout[i] == c->layout[i]; i++)
    if (!layout[i])
      return 1;
  return 0;
}

static void take_over (compiled *c) {
  SETT_ASSERT (c->layout);
  sett_text library = {0};
  file_in_folder (c, "model.so", &library);
  c->library = dlopen (sett_text_get (&library), RTLD_NOW | RTLD_LOCAL);
  sett_text_release (&library);
  steps_function steps = NULL;
  if (c->library && same_layout (c))
    *(void **)&steps = dlsym (c->library, "sett_model_steps");
  if (!steps)
    return;
  atomic_store_explicit (&c->steps, steps, memory_order_release);
  take_property (c, dlsym (c->library, "sett_model_propositions"),
                 dlsym (c->library, "sett_model_complaint"));
}

static void end_compiler (compiled *c, int succeeded) {
  if (succeeded)
    take_over (c);
  c->progress = FINISHED;
  remove_folder (c);
}

static int has_succeeded (int status) {
  return WIFEXITED (status) && !WEXITSTATUS (status);
}

static void advance (compiled *c) {
  int status = 0;
  if (c->progress == IDLE)
    start_compiler (c, "cc");
  if (c->progress != RUNNING)
    return;
  const pid_t done = waitpid (c->child, &status, WNOHANG);
  SETT_ASSERT (done <= 0 || done == c->child);
  if (done)
    end_compiler (c, done == c->child && has_succeeded (status));
}

void sett_compiled_accelerate (compiled *c) {
  pthread_mutex_lock (&c->lock);
  advance (c);
  pthread_mutex_unlock (&c->lock);
}

/* Nothing of libtcc is left in use if it succeeds. */
static int accelerate_at_once (compiled *c, const char *name) {
  int status = 0;
  pthread_mutex_lock (&c->lock);
  start_compiler (c, name);
  pthread_mutex_unlock (&c->lock);
  if (c->progress != RUNNING)
    return 0;
  const pid_t done = waitpid (c->child, &status, 0);
  pthread_mutex_lock (&c->lock);
  end_compiler (c, done == c->child && has_succeeded (status));
  pthread_mutex_unlock (&c->lock);
  if (!c->library)
    return 0;
  *(void **)&c->initial = dlsym (c->library, "sett_model_initial");
  c->layout = dlsym (c->library, "sett_model_layout");
  return c->initial && c->layout;
}

static void stop_compiler (compiled *c) {
  if (c->progress != RUNNING)
    return;
  sett_process_kill (c->child);
  SETT_ASSERT (c->child > 0);
}

static void leave_nothing (void *code) {
  compiled *c = code;
  pthread_mutex_lock (&c->lock);
  stop_compiler (c);
  remove_folder (c);
}

void sett_compiled_release (compiled *c) {
  sett_watch_release (&c->duty);
  stop_compiler (c);
  remove_folder (c);
  if (c->library)
    dlclose (c->library);
  if (c->tcc)
    tcc_delete (c->tcc);
  pthread_mutex_destroy (&c->lock);
  sett_free (c, sizeof *c);
}

/* Whoever is out of memory has the duties performed by the same thread. */
static void init_lock (pthread_mutex_t *lock) {
  pthread_mutexattr_t again;
  pthread_mutexattr_init (&again);
  pthread_mutexattr_settype (&again, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (lock, &again);
  pthread_mutexattr_destroy (&again);
}

compiled *sett_compile_code (const sett_text *code,
                             const compile_options *options,
                             sett_text *messages) {
  compiled *c = sett_zalloc (1, sizeof *c);
  const char *name = getenv ("SETT_COMPILER");
  init_lock (&c->lock);
  c->duty = (sett_watch_duty){leave_nothing, c, NULL};
  sett_watch_oblige (&c->duty);
  c->code = code;
  c->options = options;
  if (!compile_at_once (c, messages)) {
    sett_compiled_release (c);
    return NULL;
  }
  if (name && *name && !accelerate_at_once (c, name)) {
    sett_text_addf (messages, "%s could not compile the model\n", name);
    sett_compiled_release (c);
    return NULL;
  }
  return c;
}
