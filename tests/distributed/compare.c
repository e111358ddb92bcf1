/* Compares the searches on random systems: of two or three processes with up to
   three threads each (player.c), or of a process and its child that share all
   kinds of things (family.c).  What processes can find out, and the global
   deadlocks, are the same by every search as by the one that leaves nothing out
   (exitblock).

   With --crashes N and --restarts N at most so many processes crash and start
   again; these systems are smaller.

   usage: check_distributed [--seed S] [--count N] [--executions N] [--some N]
                            [--only WAY] [--families 1] [--crashes N]
                            [--restarts N] --work FOLDER
          check_distributed --known 1 [--some N] [--only WAY] --work FOLDER
          check_distributed [--families 1] [--crashes N] --print S

   --some N: so many of the ways only, others for each system; dpor is always
   one of them.

   Prints a line `ok seed-S' or `FAIL seed-S: ...' for each system. */

#include "base/text.h"
#include "program/install_paths.h"
#include "program/read_list.h"
#include "program/run_program.h"
#include "stateless/stateless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Random systems. */

enum { MOST_PROCESSES = 3, MOST_THREADS = 3, MOST_SCRIPT = 40 };

typedef struct script_set {
  int threads;
  char scripts[MOST_THREADS][MOST_SCRIPT];
} script_set;

typedef struct design {
  int processes;
  script_set at[MOST_PROCESSES];
  /* A family: one process for the start. */
  int is_family;
  char setup[8], scripts[2][MOST_SCRIPT];
} design;

static struct {
  unsigned long seed;
  long count;
  uint64_t executions;
  int some;
  unsigned crashes, restarts;
  const char *only, *work;
} the = {.seed = 1, .count = 50, .executions = 20000};

static uint64_t chance;

static unsigned draw (unsigned below) {
  chance = chance * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(chance >> 33) % below;
}

static void add (char *script, char operation, unsigned number) {
  const size_t length = strlen (script);
  script[length] = operation;
  script[length + 1] = (char)('0' + number);
  script[length + 2] = 0;
}

/* One of the others. */
static unsigned other (const design *d, int process) {
  const unsigned n = draw ((unsigned)d->processes - 1);
  return n + (n >= (unsigned)process);
}

static void add_network (const design *d, int process, char *script) {
  static const char operations[] = "ccccAAAAssssrrrggRxhddeEp";
  const char operation = operations[draw (sizeof operations - 1)];
  const int to = strchr ("cd", operation) != NULL;
  add (script, operation,
       to                 ? other (d, process)
       : operation == 's' ? draw (10)
                          : 0);
}

/* Returns how many operations it has. */
static int add_local (char *script) {
  if (draw (3)) {
    const unsigned lock = draw (2);
    add (script, 'L', lock);
    if (!draw (3)) {
      add (script, 'L', 1 - lock);
      add (script, 'U', 1 - lock);
    }
    add (script, 'U', lock);
    return 2;
  }
  add (script, 'a', draw (2));
  return 1;
}

static void design_process (design *d, int process, int budget) {
  script_set *s = &d->at[process];
  s->threads = 1 + (int)(draw (4) == 0) + (int)(draw (8) == 0);
  if (draw (3))
    add (s->scripts[0], 'B', 1 + draw (2));
  if (!draw (3))
    add (s->scripts[0], 'O', 0);
  if (s->threads > 1)
    strcat (s->scripts[0], "|");
  while (budget > 0) {
    char *script = s->scripts[draw ((unsigned)s->threads)];
    if (strlen (script) > MOST_SCRIPT - 12)
      break;
    if (s->threads > 1 && !draw (3))
      budget -= add_local (script);
    else {
      add_network (d, process, script);
      budget--;
    }
  }
}

/* Families.  Things, one or two for each letter of a setup, and what can be
   done with them. */
typedef struct group {
  const char *setup;
  const char *operations[2];
} group;

static const group groups[] = {
    {"t", {"ssrrRRFSVxhHbpoqQinN", "ssrrRRFSVxhHbpoqQinN"}},
    {"u", {"ssrrRRFSVxhHbpoqQinN", "ssrrRRFSVxhHbpoqQinN"}},
    {"g", {"ssrrRRxhHbpoqQi", "ssrrRRxhHbpoqQi"}},
    {"l", {"cccaaaxpqBbB", NULL}},
    {"k", {"cccaaaxpquBuB", NULL}},
    {"L", {"cccaaaxpqBb", NULL}},
    {"K", {"cccaaaxpquB", NULL}},
    {"dd", {"ddrRpqxN", "ddrRpqxN"}},
    {"dD", {"ddrRpqxN", "sdrRpqxNN"}},
    {"p", {"rrrxpqi", "sssSxoQ"}},
    {"P", {"rrrxpqi", "sssFxoQ"}},
    {"v", {"ssrrrpoq", NULL}},
    {"V", {"ssrrrpoq", NULL}},
    {"f", {"OPOPOZYX", NULL}},
    {"h", {"kkKjjT", NULL}},
    {"H", {"kkKjjT", NULL}},
    {"", {"kKTgCUCU", NULL}},
    {"", {"fffwwWWgK", NULL}},
};

static int is_one_of (const char *setup, const char *kinds) {
  return *setup && strchr (kinds, *setup);
}

static void add_family_step (const group *g, int is_epoll, char *script) {
  const int both = g->operations[1] != NULL;
  const unsigned which = both ? draw (2) : 0;
  const char *some = g->operations[which];
  const char operation = some[draw ((unsigned)strlen (some))];
  if (is_epoll && !draw (3)) {
    add (script, "eeEM"[draw (4)], 1u + both);
    return;
  }
  if (is_one_of (g->setup, "lkLK") && !draw (4)) {
    add (script, "yzX"[draw (3)], 0);
    return;
  }
  add (script, operation,
       operation == 'O' || operation == 'P' ? draw (2) : which);
}

/* What only the own threads care about, or the end. */
static void add_private_step (char *script) {
  if (!draw (5)) {
    add (script, 'D', 0);
    return;
  }
  if (draw (2)) {
    add (script, 't', 0);
    return;
  }
  add (script, 'l', 0);
  add (script, 'm', 0);
}

static design make_family (void) {
  design d = {.is_family = 1, .processes = 1};
  const group *g = &groups[draw (sizeof groups / sizeof *groups)];
  const int is_epoll = is_one_of (g->setup, "tugpPvVlk") && !draw (4);
  strcpy (d.setup, g->setup);
  if (is_epoll)
    strcat (d.setup, draw (3) ? draw (2) ? "e" : "o" : "m");
  else if (is_one_of (g->setup, "tuglkLKdpP") && !draw (3))
    strcat (d.setup, "x");
  if (draw (4))
    strcat (d.setup, "y");
  int budget = 3 + (int)draw (3);
  for (int i = 0; i < 2; i++) {
    const int share = i ? budget : 1 + (int)draw ((unsigned)budget - 1);
    const int threads = share > 1 && !draw (4) ? 2 : 1;
    budget -= share;
    for (int k = 0; k < threads; k++) {
      if (k)
        strcat (d.scripts[i], "|");
      for (int n = threads == 1 ? share
                   : k          ? share / 2
                                : share - share / 2;
           n; n--)
        if (draw (8))
          add_family_step (g, is_epoll, d.scripts[i]);
        else
          add_private_step (d.scripts[i]);
    }
  }
  return d;
}

static int families;

/* Small families, each for some rule that another one would hide if it were
   broken (README.md): some order their operations by an additional pipe, so
   that two of them are left that are not.  Each is tried twice, the other way
   round, too, and has so many different outcomes. */
typedef struct known_family {
  const char *setup, *scripts[2];
  size_t outcomes[2];
} known_family;

static const known_family known[] = {
    /* A connection: data, room, and what ends it. */
    {"ty", {"s0", "R1"}, {2, 2}},
    {"ty", {"s0", "i1"}, {2, 2}},
    {"ty", {"s0", "p1"}, {2, 2}},
    {"ty", {"R0", "s1R0"}, {2, 2}},
    {"ty", {"F0", "R1F0"}, {3, 3}},
    {"ty", {"F0o0", "V1"}, {3, 3}},
    {"uy", {"F0o0", "V1"}, {3, 3}},
    {"ty", {"F0Q0", "V1"}, {2, 2}},
    {"ty", {"F0", "V1F0"}, {3, 3}},
    {"ty", {"S0", "V1"}, {2, 2}},
    {"ty", {"S0", "b1"}, {1, 1}},
    {"uy", {"S0", "H1"}, {2, 2}},
    {"uxy", {"S0", "x1"}, {2, 1}},
    {"ty", {"h0", "R1"}, {2, 2}},
    {"ty", {"h0", "p1"}, {2, 2}},
    {"ty", {"h0", "s0"}, {2, 2}},
    {"ty", {"b1", "s0N0"}, {2, 2}},
    {"txy", {"x0", "R1"}, {2, 1}},
    {"txy", {"x0", "s1s1"}, {3, 1}},
    {"txy", {"x0", "s1N1"}, {3, 1}},
    {"txy", {"x0", "p1o1"}, {2, 1}},
    {"uy", {"s0", "R1"}, {2, 2}},
    {"uy", {"h0", "R1"}, {2, 2}},
    {"uxy", {"x0", "s1"}, {2, 1}},
    {"uxy", {"x0", "R1"}, {2, 1}},
    {"uxy", {"s0x0", "x1"}, {2, 1}},
    {"pty", {"x3s1R2", "r0x3"}, {2, 2}},
    {"puy", {"x3s1s2", "r0x3"}, {2, 2}},
    {"pty", {"s2r0h2", "h3s1n3"}, {2, 2}},
    {"ppuy", {"s4s1r2b4", "r0s3s5"}, {2, 2}},
    /* Listeners, ports and names. */
    {"ly", {"b0", "c0"}, {2, 2}},
    {"ly", {"p0", "c0"}, {2, 2}},
    {"Ly", {"a0", "c0"}, {2, 2}},
    {"ly", {"b0", "c0y0"}, {3, 3}},
    {"ly", {"c0|c0", "a0"}, {1, 1}},
    {"lxy", {"x0", "c0"}, {2, 1}},
    {"lxy", {"x0", "B0"}, {2, 1}},
    {"lxy", {"c0x0", "B0"}, {2, 1}},
    {"ky", {"u0", "c0"}, {2, 2}},
    {"ky", {"u0", "u0"}, {2, 2}},
    {"ky", {"u0", "B0"}, {2, 2}},
    {"ky", {"u0B0", "c0"}, {3, 3}},
    {"kxy", {"x0", "c0"}, {2, 1}},
    {"y", {"B7", "B7"}, {2, 2}},
    {"y", {"B7", "u7"}, {2, 2}},
    {"y", {"B7", "c7"}, {3, 3}},
    {"ky", {"b0", "c0"}, {2, 2}},
    /* Datagrams. */
    {"gy", {"s0", "R1"}, {2, 2}},
    {"gy", {"H1", "s0"}, {2, 2}},
    {"gy", {"H1", "i1p1"}, {2, 2}},
    {"gy", {"h0", "s0"}, {2, 2}},
    {"gxy", {"x0", "s1"}, {2, 1}},
    {"gxy", {"x0", "s1s1"}, {3, 1}},
    {"ddy", {"d1", "R1"}, {2, 2}},
    {"ddxy", {"R0", "d0"}, {2, 1}},
    {"dDxy", {"x0", "s1s1"}, {2, 1}},
    {"dDxy", {"x0", "s1N1"}, {2, 1}},
    {"dDy", {"s1", "N1R0"}, {2, 2}},
    /* Pipes, counters, FIFOs. */
    {"Py", {"s1", "r0"}, {2, 2}},
    {"Py", {"s1", "i0"}, {2, 2}},
    {"Py", {"s1", "p0"}, {2, 2}},
    {"Py", {"F1", "r0F1"}, {3, 3}},
    {"Py", {"F1o1", "r0"}, {2, 2}},
    {"Py", {"F1s1", "r0"}, {2, 2}},
    {"Py", {"F1o1", "V0"}, {3, 3}},
    {"Py", {"F1o1", "V0|V0"}, {5, 5}},
    {"Pxy", {"r0", "x1"}, {2, 1}},
    {"Pxy", {"p0", "x1"}, {2, 1}},
    {"Pxy", {"x0", "o1"}, {2, 1}},
    {"Pxy", {"o0", "x1"}, {2, 1}},
    {"Pxy", {"x0", "p1"}, {2, 1}},
    {"Pxy", {"x0", "s1"}, {2, 1}},
    {"pPy", {"x3s1r2", "r0x3"}, {2, 2}},
    {"pPy", {"x3s1o2", "r0x3"}, {2, 2}},
    {"pPy", {"x2s1s3", "r0x2"}, {2, 2}},
    {"pPy", {"x2s1o3", "r0x2"}, {2, 2}},
    {"Vy", {"s0", "r0"}, {2, 2}},
    {"Vy", {"s0", "p0"}, {2, 2}},
    {"Vy", {"r0", "s0r0"}, {2, 2}},
    {"fy", {"P0", "P1"}, {2, 2}},
    {"fy", {"P0X0", "P1"}, {2, 2}},
    {"fy", {"P0O0", "P1X0"}, {3, 3}},
    /* Epolls. */
    {"tmy", {"e2", "s1"}, {2, 2}},
    {"tey", {"e2", "s1"}, {2, 2}},
    {"tey", {"s1e2", "e2"}, {2, 2}},
    {"tey", {"e2e2", "s1"}, {3, 3}},
    {"toy", {"s1e2", "e2"}, {2, 2}},
    {"tmy", {"M2s1e2", "e2"}, {2, 2}},
    {"Pey", {"e2e2", "s1"}, {3, 3}},
    {"Vey", {"e1e1", "s0"}, {3, 3}},
    {"Ley", {"e1e1", "c0"}, {3, 3}},
    /* Signals; a system call that one interrupts. */
    {"hy", {"k0", "j0"}, {2, 2}},
    {"hy", {"k0K0", "j0j0"}, {3, 3}},
    {"phy", {"k0", "r0"}, {2, 2}},
    {"phy", {"k0s1", "r0"}, {2, 2}},
    {"fhy", {"O0", "k0"}, {2, 2}},
    {"phy", {"k0", "l0m0j0"}, {2, 2}},
    {"vhy", {"k0s0", "r0"}, {2, 2}},
    {"y", {"T0", "t0"}, {2, 2}},
    {"y", {"T0", "C0"}, {2, 2}},
    {"y", {"K0", "D0"}, {1, 2}},
    {"y", {"T0", "t0I0t0"}, {3, 3}},
    {"y", {"T0", "I1t0I2"}, {3, 3}},
    {"y", {"T0", "I1I0I2"}, {2, 2}},
    {"y", {"T0w0", "D3"}, {2, 2}},
    {"py", {"T0s1", "|r0"}, {1, 1}},
    /* Processes. */
    {"y", {"g0", "D0"}, {1, 2}},
    {"y", {"W0", "D0"}, {2, 1}},
    {"y", {"f9W0", ""}, {2, 2}},
    {"y", {"C0", "C0"}, {2, 2}},
    {"y", {"C0", "U0"}, {2, 2}},
    {"ty", {"D0|s0", "R1"}, {4, 4}},
    {"ty", {"D0|s0", "p1"}, {4, 4}},
    {"tx", {"s0D0|t0", "R1r1"}, {4, 2}},
    /* Threads that share descriptors. */
    {"ty", {"x0|s0", "R1"}, {3, 3}},
    {"Py", {"x0|r0", "s1"}, {3, 3}},
    {"Py", {"x1|s1", "r0"}, {3, 3}},
    {"ty", {"x0|N0", ""}, {2, 2}},
    {"tey", {"x2|e2", ""}, {2, 2}},
    {"tey", {"x2|M2", ""}, {2, 2}},
    {"tey", {"x0|M2", ""}, {2, 2}},
    /* The same processes with other contents between them. */
    {"ty", {"s0", "s0r1"}, {2, 2}},
    {"gy", {"s0", "s0r1"}, {2, 2}},
    {"Py", {"s1", "s1r0"}, {2, 2}},
    {"ddy", {"d0", "d0r0"}, {2, 2}},
    {"py", {"s1", "s1r0"}, {2, 2}},
    {"ky", {"u0", "B7c0"}, {2, 2}},
    {"tey", {"e2", "s1e2"}, {2, 2}},
    /* Others take what a thread was about to take. */
    {"py", {"s1r0", "r0"}, {2, 2}},
    {"ty", {"s0r1", "r1"}, {2, 2}},
    {"vy", {"s0r0", "r0"}, {2, 2}},
    {"ly", {"c0a0", "a0"}, {2, 2}},
    /* Whoever waits goes on in the end. */
    {"py", {"s1", "r0"}, {1, 1}},
    {"vy", {"s0", "r0"}, {1, 1}},
    {"ty", {"s0", "q1"}, {1, 1}},
    {"ly", {"a0", "c0"}, {1, 1}},
    {"fy", {"O0", "O1"}, {1, 1}},
    {"fy", {"O0", "O1X0"}, {1, 1}},
    {"Py", {"F1Q1", "V0"}, {2, 2}},
    {"pPy", {"x3s1Q2", "r0x3"}, {1, 1}},
    {"pPy", {"x2s1q3", "r0x2"}, {1, 1}},
    {"y", {"w0", "D0"}, {1, 1}},
    {"pHy", {"k0s1", "r0"}, {1, 1}},
    {"y", {"l0m0|l0m0", "t0"}, {1, 1}},
    {"py", {"l0r0m0|l0m0", "s1"}, {1, 1}},
    /* An end that comes after the first steps of other threads. */
    {"ty", {"r0D0|s0", "s1R1"}, {3, 3}},
    {"ty", {"r0D0|t0", "s1"}, {2, 2}},
    {"ty", {"D0|p0", ""}, {2, 2}},
    {"ty", {"D0|n0", ""}, {2, 2}},
    {"y", {"D0|C0", ""}, {2, 2}},
    /* Work of a process by itself, and one that waits meanwhile. */
    {"py", {"r0t0|t0", "s1"}, {2, 2}},
    {"gy", {"h1|t0", "s1"}, {2, 2}},
};

enum { KNOWN = sizeof known / sizeof *known };

/* The seed is a number: from 0 on, and the same the other way round. */
static design known_design (unsigned long seed) {
  design d = {.is_family = 1, .processes = 1};
  const known_family *of = &known[seed / 2 % KNOWN];
  const int turn = (int)(seed % 2);
  strcpy (d.setup, of->setup);
  strcpy (d.scripts[turn], of->scripts[0]);
  strcpy (d.scripts[1 - turn], of->scripts[1]);
  return d;
}

static size_t outcomes_of (unsigned long seed) {
  return known[seed / 2 % KNOWN].outcomes[seed % 2];
}

static int only_known;

static design make_design (unsigned long seed) {
  design d = {0};
  chance = seed * 2862933555777941757ul + 3037000493ul;
  for (int i = 0; i < 4; i++)
    draw (2);
  if (only_known)
    return known_design (seed);
  if (families)
    return make_family ();
  d.processes = 2 + (draw (3) == 0);
  if (the.crashes)
    d.processes = 2;
  for (int i = 0; i < d.processes; i++)
    design_process (&d, i,
                    (int)(the.crashes        ? 1 + draw (2)
                          : d.processes == 2 ? 2 + draw (4)
                                             : 2 + draw (2)));
  return d;
}

static void print_design (const design *d) {
  if (d->is_family) {
    printf ("p0: family '%s' '%s' '%s'\n", d->setup, d->scripts[0],
            d->scripts[1]);
    return;
  }
  for (int i = 0; i < d->processes; i++) {
    printf ("p%d: player %d", i, i);
    for (int k = 0; k < d->at[i].threads; k++)
      printf (" '%s'", d->at[i].scripts[k]);
    printf ("\n");
  }
}

/*------------------------------------------------------------------------*/
/* Outcomes: sorted lines, each once. */

enum { MOST_OUTCOMES = 4096, MOST_OUTCOME = 300, MOST_LINES = 16 };

typedef struct answer {
  char outcomes[MOST_OUTCOMES][MOST_OUTCOME];
  size_t count;
  int finished;
  uint64_t executions, events;
  char error[600];
} answer;

static int compare_lines (const void *a, const void *b) {
  return strcmp (a, b);
}

static void add_outcome (answer *a, const char *text) {
  for (size_t i = 0; i < a->count; i++)
    if (!strncmp (a->outcomes[i], text, MOST_OUTCOME - 1))
      return;
  if (a->count < MOST_OUTCOMES)
    snprintf (a->outcomes[a->count++], MOST_OUTCOME, "%s", text);
  else
    snprintf (a->error, sizeof a->error, "too many outcomes");
}

/* What the processes wrote, in the order of their names: "p0 | +1; p1 | ...".
 */
static void add_sorted (char *to, size_t size, const char *output,
                        size_t bytes) {
  char parts[MOST_LINES][MOST_OUTCOME];
  size_t count = 0;
  while (bytes && count < MOST_LINES) {
    const char *end = memchr (output, '\n', bytes);
    const size_t length = end ? (size_t)(end - output) : bytes;
    snprintf (parts[count++], sizeof parts[0], "%.*s", (int)length, output);
    output += length + (end != NULL);
    bytes -= length + (end != NULL);
  }
  qsort (parts, count, sizeof parts[0], compare_lines);
  for (size_t i = 0; i < count && strlen (to) + strlen (parts[i]) + 3 < size;
       i++)
    strcat (strcat (to, "; "), parts[i]);
}

static void take_entry (answer *a, const sett_list_entry *e) {
  char text[MOST_OUTCOME];
  if (!e->listed.is_outcome)
    return;
  snprintf (text, sizeof text, "%.*s", (int)e->listed.ending, e->ending);
  add_sorted (text, sizeof text, e->output, e->listed.output);
  add_outcome (a, text);
}

static void take_list (answer *a, const sett_shared *shared) {
  sett_list_entry e;
  for (size_t at = 0;
       sett_list_read (shared->list, shared->list_length, at, &e);
       at += e.listed.size)
    take_entry (a, &e);
  qsort (a->outcomes, a->count, sizeof a->outcomes[0], compare_lines);
}

/*------------------------------------------------------------------------*/
/* Searches. */

typedef struct way {
  const char *name;
  sett_stateless_kind search;
  int stateful, local;
} way;

static const way ways[] = {
    {"exitblock", SETT_STATELESS_EXITBLOCK, 0, 0}, /* the reference */
    {"dpor", SETT_STATELESS_DPOR, 0, 0},
    {"ifsss", SETT_STATELESS_IFSSS, 0, 0},
    {"sss", SETT_STATELESS_SSS, 0, 0},
    {"exitblockrw", SETT_STATELESS_EXITBLOCKRW, 0, 0},
    {"local", SETT_STATELESS_EXITBLOCK, 0, 1},
    {"local-ifsss", SETT_STATELESS_IFSSS, 0, 1},
    {"local-dpor", SETT_STATELESS_DPOR, 0, 1},
    {"stateful", SETT_STATELESS_IFSSS, 1, 0},
    {"stateful-dpor", SETT_STATELESS_DPOR, 1, 0},
    {"stateful-local", SETT_STATELESS_IFSSS, 1, 1},
};

enum { WAYS = sizeof ways / sizeof *ways };

static sett_install_paths kit;
static uint64_t events_full, events_local, skipped;

/* Does it matter what happens in the memory of a process?  If not it need not
   be looked at, and states are fewer. */
static int memory_matters (const design *d) {
  return strpbrk (d->scripts[0], "|tj") || strpbrk (d->scripts[1], "|tj") ||
         strpbrk (d->setup, "hH");
}

static void make_family_system (sett_system *system, const design *d) {
  static char program[4096];
  static design copy;
  copy = *d;
  snprintf (program, sizeof program, "%s/family%s", the.work,
            memory_matters (d) ? "" : "-plain");
  system->multi = 1;
  sett_target *t = &sett_system_add (system, "p0")->target;
  t->name = program;
  SETT_PUSH (t->arguments, copy.setup);
  SETT_PUSH (t->arguments, copy.scripts[0]);
  SETT_PUSH (t->arguments, copy.scripts[1]);
}

static void make_system (sett_system *system, const design *d) {
  static char numbers[MOST_PROCESSES][12], names[MOST_PROCESSES][12];
  static char player[4096];
  snprintf (player, sizeof player, "%s/player", the.work);
  system->multi = 1;
  for (int i = 0; i < d->processes; i++) {
    snprintf (numbers[i], sizeof numbers[i], "%d", i);
    snprintf (names[i], sizeof names[i], "p%d", i);
    sett_target *t = &sett_system_add (system, names[i])->target;
    t->name = player;
    SETT_PUSH (t->arguments, numbers[i]);
    for (int k = 0; k < d->at[i].threads; k++)
      SETT_PUSH (t->arguments, d->at[i].scripts[k]);
  }
}

static int sees_accesses (const way *w) {
  return w->stateful && w->search != SETT_STATELESS_DPOR;
}

static void ask (const design *d, const way *w, answer *a) {
  static const volatile int never;
  sett_text error = {0};
  sett_system system = {0};
  memset (a, 0, sizeof *a);
  if (d->is_family)
    make_family_system (&system, d);
  else
    make_system (&system, d);
  sett_shared_handle handle = {.file = -1};
  sett_supervised how = {0};
  const uint8_t crashes = (uint8_t)the.crashes;
  const uint8_t restarts = (uint8_t)the.restarts;
  sett_job job = {.system = &system,
                  .library = kit.library,
                  .orders = {.search = (uint8_t)w->search,
                             .stateful = (uint8_t)w->stateful,
                             .local = (uint8_t)w->local,
                             .discipline = sees_accesses (w)
                                               ? SETT_DISCIPLINE_NONE
                                               : SETT_DISCIPLINE_HB,
                             .all_errors = 1,
                             .list = SETT_LIST_OUTCOMES,
                             .deadlocks = 1,
                             .assertions = 1,
                             .preemptions = -1,
                             .executions = the.executions,
                             .failures = {[SETT_FAILURE_CRASH] = crashes,
                                          [SETT_FAILURE_RESTART] = restarts},
                             .most_events = 1000},
                  .seconds = 120,
                  .interrupted = &never};
  if (sett_system_prepare (&system, &error) &&
      sett_run (&job, &handle, &how, &error)) {
    const sett_shared *shared = handle.shared;
    a->finished = shared->exhausted && !shared->bounded;
    a->executions = shared->executions;
    a->events = shared->events;
    if (how.course != SETT_COURSE_DONE || shared->phase == SETT_PHASE_FAILED)
      snprintf (a->error, sizeof a->error, "course %d, status %x %s",
                (int)how.course, (unsigned)how.status, shared->failure);
    else if (shared->departed > shared->dead_ends)
      snprintf (a->error, sizeof a->error, "%lu executions departed",
                (unsigned long)(shared->departed - shared->dead_ends));
    take_list (a, shared);
  } else
    snprintf (a->error, sizeof a->error, "%s", sett_text_get (&error));
  sett_shared_close (&handle);
  sett_system_release (&system);
  sett_text_release (&error);
}

static int has (const answer *a, const char *outcome) {
  for (size_t i = 0; i < a->count; i++)
    if (!strcmp (a->outcomes[i], outcome))
      return 1;
  return 0;
}

/* Does an outcome that ends by a signal tell less than another, which ends so,
   too?  Who is ended ends the execution: what another process has done and not
   told by then remains untold. */
static int has_end_of (const answer *a, const char *outcome) {
  const size_t length = strcspn (outcome, ";");
  if (strncmp (outcome, "crash:", 6))
    return 0;
  for (size_t i = 0; i < a->count; i++)
    if (strcspn (a->outcomes[i], ";") == length &&
        !strncmp (a->outcomes[i], outcome, length))
      return 1;
  return 0;
}

/* An outcome that is missing, or one too many; or null. */
static const char *difference (const answer *wanted, const answer *got,
                               int stateful, int more_is_fine) {
  static char text[2 * MOST_OUTCOME];
  for (size_t i = 0; i < wanted->count; i++)
    if (!has (got, wanted->outcomes[i])) {
      snprintf (text, sizeof text, "overlooks %s", wanted->outcomes[i]);
      return text;
    }
  for (size_t i = 0; i < got->count && !more_is_fine; i++)
    if (!has (wanted, got->outcomes[i]) &&
        !(stateful && has_end_of (wanted, got->outcomes[i]))) {
      snprintf (text, sizeof text, "invents %s", got->outcomes[i]);
      return text;
    }
  return NULL;
}

static int is_wanted (const way *w, unsigned long seed) {
  const unsigned others = WAYS - 2; /* without the reference and dpor */
  const unsigned long first = seed * (unsigned)the.some;
  if (the.only)
    return strstr (the.only, w->name) != NULL;
  if (only_known && w->local && w->search == SETT_STATELESS_DPOR)
    return 1;
  return !the.some || w == &ways[1] ||
         ((unsigned long)(w - ways) - 2 + others - first % others) % others <
             (unsigned)the.some;
}

/* Where every access to memory counts, a process can also die between a step
   and what it tells of it. */
static int dies_early (const design *d) {
  return strpbrk (d->scripts[0], "DTk") || strpbrk (d->scripts[1], "DTk");
}

static void check (unsigned long seed) {
  static answer reference, got;
  const design d = make_design (seed);
  ask (&d, &ways[0], &reference);
  if (reference.error[0]) {
    printf ("FAIL seed-%lu: %s\n", seed, reference.error);
    return;
  }
  if (!reference.finished) {
    skipped++;
    return;
  }
  if (only_known && reference.count != outcomes_of (seed)) {
    printf ("FAIL seed-%lu: %zu outcomes instead of %zu\n", seed,
            reference.count, outcomes_of (seed));
    return;
  }
  for (int i = 1; i < WAYS; i++) {
    if (!is_wanted (&ways[i], seed))
      continue;
    ask (&d, &ways[i], &got);
    if (ways[i].stateful && !got.finished && !got.error[0])
      continue; /* every access to memory counts there */
    const int more_is_fine = ways[i].stateful && dies_early (&d);
    const char *what =
        got.error[0] ? got.error
        : !got.finished
            ? "is not finished"
            : difference (&reference, &got, ways[i].stateful, more_is_fine);
    if (what) {
      printf ("FAIL seed-%lu: %s %s\n", seed, ways[i].name, what);
      return;
    }
    if (ways[i].local && !ways[i].stateful &&
        ways[i].search == SETT_STATELESS_EXITBLOCK) {
      events_full += reference.events;
      events_local += got.events;
    }
  }
  printf ("ok seed-%lu: %zu outcomes, %lu executions\n", seed, reference.count,
          (unsigned long)reference.executions);
  fflush (stdout);
}

int main (int argc, char **argv) {
  sett_text error = {0};
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (!strcmp (argv[i], "--seed"))
      the.seed = strtoul (value, NULL, 10);
    else if (!strcmp (argv[i], "--count"))
      the.count = atol (value);
    else if (!strcmp (argv[i], "--executions"))
      the.executions = strtoul (value, NULL, 10);
    else if (!strcmp (argv[i], "--some"))
      the.some = atoi (value);
    else if (!strcmp (argv[i], "--families"))
      families = atoi (value);
    else if (!strcmp (argv[i], "--known"))
      only_known = atoi (value);
    else if (!strcmp (argv[i], "--only"))
      the.only = value;
    else if (!strcmp (argv[i], "--crashes"))
      the.crashes = (unsigned)atoi (value);
    else if (!strcmp (argv[i], "--restarts"))
      the.restarts = (unsigned)atoi (value);
    else if (!strcmp (argv[i], "--work"))
      the.work = value;
    else if (!strcmp (argv[i], "--print")) {
      const design d = make_design (strtoul (value, NULL, 10));
      print_design (&d);
      return 0;
    } else
      return 2;
  }
  if (!the.work || !sett_install_paths_find (&kit, &error))
    return 2;
  if (only_known) {
    the.seed = 0;
    the.count = 2 * KNOWN;
  }
  for (long i = 0; i < the.count; i++)
    check (the.seed + (unsigned long)i);
  printf ("%lu too large; local branching: %lu of %lu events\n",
          (unsigned long)skipped, (unsigned long)events_local,
          (unsigned long)events_full);
  sett_install_paths_release (&kit);
  return 0;
}
