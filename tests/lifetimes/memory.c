/* Random programs whose threads allocate memory in all ways, give it to each
   other, use it by assignments and by functions of the C library, move it and
   free it, as C, and what is wrong with each of them, found by trying all
   orders of their operations.

   Each thread has three pointers: to two blocks of the heap, and to two mapped
   pages.  An operation is done under the one lock there is, or not.  It is

   - use after free to use what somebody has freed, moved or unmapped, to free
   it or to move it again, and to free or to move what malloc and its kind did
   not give: a place inside of a block, or mapped memory;
   - a race if two operations use a block at the same place, one of them changes
   or frees it, they are not both atomic, and nothing orders them: no lock,
     creation or join.

   Where there is a race in some order, it is one in all orders, or use after
   free, whichever comes first.  Blocks are large now and then: what was freed
   may be used again by others.

   usage: memory FIRST_SEED COUNT FILE.c [c++]
   Prints a line for each program: its number, then `race', `use-after-free',
   `none', or `large'.  FILE.c is one program; its argument is the number.  With
   `c++' it uses new and delete. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, MOST_CODE = 14, POINTERS = 3, MOST_BLOCKS = 40 };
enum { MAPPED = 2 /* the pointer to pages */, NOWHERE = 255, LARGEST = 60000 };
enum { NONE, USE_AFTER_FREE, RACE, LARGE };

typedef enum code {
  USE,      /* pointer, way, part */
  FREE,     /* the pages: unmaps them */
  FREE_BAD, /* inside of a block; pages, by free */
  ALLOCATE, /* way, size */
  RENEW,    /* frees a block, and allocates another one */
  MOVE,     /* by realloc; the pages: by mremap */
  MOVE_BAD, /* inside of a block; pages, by realloc */
  EMPTY,    /* by realloc, to 0 bytes; way: unless it gave nothing */
  UNMAP,    /* one of the pages */
  FORGET,
  SHARE, /* puts the pointer where others can take it */
  TAKE,
  CREATE, /* pointer: the thread */
  JOIN,
} code;

typedef struct operation {
  uint8_t code, pointer, way, part, size, locked;
} operation;

typedef struct program {
  unsigned length[THREADS];
  operation code[THREADS][MOST_CODE];
  int is_cxx, early;
  unsigned size; /* of all blocks, if less than SIZES */
} program;

/*------------------------------------------------------------------------*/
/* Ways to use memory. */

enum { WRITES = 1, ATOMIC = 2, LOCKED = 4 /* it is ordered by itself */ };

typedef struct way {
  const char *text; /* p: the memory */
  int how;
} way;

static const way ways[] = {
    {"sink += p[0];", 0},
    {"p[0] = 1;", WRITES},
    {"p[0]++;", WRITES},
    {"*(long *)p += 1;", WRITES},
    {"__atomic_fetch_add ((int *)p, 1, __ATOMIC_RELAXED);", WRITES | ATOMIC},
    {"sink += __atomic_load_n ((int *)p, __ATOMIC_RELAXED);", ATOMIC},
    {"memcpy (buffer, p, 16);", 0},
    {"memcpy (p, buffer, 16);", WRITES},
    {"memmove (p, p + 1, 16);", WRITES},
    {"memset (p, 1, 100);", WRITES},
    {"*(struct big *)p = *(struct big *)buffer;", WRITES},
    {"*(struct big *)buffer = *(struct big *)p;", 0},
    {"sink += memcmp (p, buffer, 8);", 0},
    {"sink += memchr (p, 'x', 8) != 0;", 0},
    {"sink += strlen (p);", 0},
    {"sink += strnlen (p, 8);", 0},
    {"sink += strcmp (p, \"a\");", 0},
    {"sink += strncmp (\"a\", p, 3);", 0},
    {"sink += strchr (p, 'x') != 0;", 0},
    {"sink += strstr (p, \"x\") != 0;", 0},
    {"strcpy (p, \"word\");", WRITES},
    {"strcpy (buffer, p);", 0},
    {"strncpy (p, \"word\", 9);", WRITES},
    {"free (strdup (p));", 0},
    {"sink += atoi (p);", 0},
    {"sink += strtol (p, 0, 10);", 0},
    {"snprintf (buffer, 9, \"%.4s\", p);", 0},
    {"snprintf (p, 9, \"%d\", 5);", WRITES},
    {"sprintf (p, \"%d\", 5);", WRITES},
    {"sink += sscanf (p, \"%4d\", &sink);", 0},
    {"sscanf (\"7\", \"%d\", (int *)p);", WRITES},
    {"qsort (p, 8, 1, compare);", WRITES},
    {"sink += strspn (p, \"ab\");", 0},
    {"wmemset ((wchar_t *)p, 0, 3);", WRITES},
    {"time ((time_t *)p);", WRITES},
    {"clock_gettime (CLOCK_REALTIME, (struct timespec *)p);", WRITES},
    {"sigemptyset ((sigset_t *)buffer);"
     " sigprocmask (SIG_BLOCK, (sigset_t *)buffer, (sigset_t *)p);",
     WRITES},
    {"uname ((struct utsname *)buffer); getcwd (p, 100);", WRITES},
    {"pipe_both ((int *)p);", WRITES | LOCKED},
    {"write_some (p);", LOCKED},
    {"writev_some (p);", LOCKED},
    {"read_some (p);", WRITES | LOCKED},
    {"send_some (p);", LOCKED},
    {"stat (\"/\", (struct stat *)p);", WRITES | LOCKED},
    {"print_some (p);", LOCKED},
};

enum { WAYS = sizeof ways / sizeof *ways };

static const unsigned sizes[] = {160, 160, 400, 5000, 100000, 300000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static const char *const births[] = {
    "malloc (size)",
    "calloc (1, size)",
    "realloc (0, size)",
    "reallocarray (0, size / 8, 8)",
    "aligned_alloc (64, size)",
    "aligned (size)",
    "memalign (128, size)",
    "valloc (size)",
};
enum { BIRTHS = sizeof births / sizeof *births };

/*------------------------------------------------------------------------*/
/* Making them. */

static uint64_t chance;

static unsigned any (unsigned below) {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(chance >> 33) % below;
}

static void put (program *p, unsigned t, operation o) {
  if (p->length[t] < MOST_CODE)
    p->code[t][p->length[t]++] = o;
}

static operation some_use (unsigned pointer) {
  return (operation){.code = USE,
                     .pointer = (uint8_t)pointer,
                     .way = (uint8_t)any (WAYS),
                     .part = pointer == MAPPED && any (2)};
}

static uint8_t some_size (const program *p) {
  return (uint8_t)(p->size < SIZES ? p->size : any (SIZES));
}

static operation some_birth (const program *p, unsigned pointer) {
  return (operation){.code = ALLOCATE,
                     .pointer = (uint8_t)pointer,
                     .way = (uint8_t)any (pointer == MAPPED ? 2 : BIRTHS),
                     .size = some_size (p)};
}

static code some_death (const program *p, unsigned pointer) {
  static const code all[] = {RENEW,    RENEW, FREE,  FREE,  FREE,
                             FREE,     MOVE,  MOVE,  EMPTY, FREE_BAD,
                             MOVE_BAD, UNMAP, UNMAP, MOVE};
  for (;;) {
    const code c = all[any (sizeof all / sizeof *all)];
    if ((c == UNMAP && pointer != MAPPED) ||
        ((c == EMPTY || c == RENEW) && pointer == MAPPED) ||
        ((c == FREE_BAD || c == MOVE_BAD) && any (3)) ||
        (p->is_cxx && pointer != MAPPED && c != FREE && c != RENEW))
      continue;
    return c;
  }
}

/* Some are always under the lock; of a thread alone, it does not matter. */
static operation finish (operation o, unsigned locks) {
  o.locked = o.code == SHARE || o.code == TAKE || any (10) < locks;
  if (o.code == USE && ways[o.way].how & LOCKED)
    o.locked = 1;
  return o;
}

/* (What is unmapped before there are threads is the kernel's business: a crash
   is a crash.) */
static void put_some (program *p, unsigned t, unsigned theme, unsigned locks) {
  unsigned pointer = any (4) ? theme : any (POINTERS);
  if (pointer == MAPPED && p->early)
    pointer = 0;
  const unsigned what = any (12);
  operation o = some_use (pointer);
  if (what >= 10)
    o = (operation){.code = SHARE, .pointer = (uint8_t)pointer};
  else if (what == 9)
    o = (operation){.code = TAKE, .pointer = (uint8_t)pointer};
  else if (what >= 5)
    o = (operation){.code = some_death (p, pointer),
                    .pointer = (uint8_t)pointer,
                    .part = (uint8_t)any (2),
                    .way = (uint8_t)any (BIRTHS),
                    .size = some_size (p)};
  if (any (8) == 0)
    put (p, t, finish (some_birth (p, pointer), locks));
  put (p, t, finish (o, locks));
  if (o.code == SHARE || o.code == USE)
    return;
  if (o.code == FREE && any (2))
    put (p, t, finish (some_birth (p, pointer), locks));
  else if (o.code == FREE && any (2))
    put (p, t, (operation){.code = FORGET, .pointer = (uint8_t)pointer});
  else if (o.code == TAKE || o.code == EMPTY)
    put (p, t, finish (some_use (pointer), locks));
}

static void make (program *p, uint64_t seed, int is_cxx) {
  memset (p, 0, sizeof *p);
  chance = seed * 0x9e3779b97f4a7c15u + 54321;
  p->is_cxx = is_cxx;
  p->size = any (2) ? any (SIZES) : SIZES;
  const unsigned theme = any (POINTERS), locks = any (3) ? 10 : any (10);
  for (unsigned i = 0; i < POINTERS; i++)
    if (i == theme || any (3))
      put (p, 0, some_birth (p, i));
  p->early = 1;
  if (any (6) == 0)
    put_some (p, 0, theme, locks);
  p->early = 0;
  for (unsigned t = 1; t < THREADS; t++)
    put (p, 0, (operation){.code = CREATE, .pointer = (uint8_t)t});
  for (unsigned t = 1; t < THREADS; t++)
    for (unsigned n = 1 + any (2); n--;)
      put_some (p, t, theme, locks);
  if (any (3) == 0)
    put_some (p, 0, theme, locks);
  for (unsigned t = 1; t < THREADS; t++)
    put (p, 0, (operation){.code = JOIN, .pointer = (uint8_t)t});
  if (any (2))
    put_some (p, 0, theme, locks);
}

/*------------------------------------------------------------------------*/
/* What is wrong with them. */

typedef uint8_t clock[THREADS];

/* Of one half of a block: who has used it, and when. */
typedef struct uses {
  clock read, written, read_atomic, written_atomic;
} uses;

typedef struct block {
  uint8_t dead[2];
  uses of[2];
} block;

typedef struct state {
  uint8_t pc[THREADS], alive[THREADS];
  uint8_t mine[THREADS][POINTERS], shared[POINTERS], first[POINTERS];
  uint8_t blocks;
  block block[MOST_BLOCKS];
  clock of[THREADS], lock;
} state;

static const program *code_of;
static unsigned long orders;
static unsigned found;

static int is_after (const clock now, const clock use) {
  for (unsigned t = 0; t < THREADS; t++)
    if (use[t] > now[t])
      return 0;
  return 1;
}

static void join_clock (clock to, const clock from) {
  for (unsigned t = 0; t < THREADS; t++)
    if (from[t] > to[t])
      to[t] = from[t];
}

/* Returns what is wrong. */
static unsigned touch (state *s, unsigned t, unsigned b, unsigned part,
                       int how) {
  uses *u = &s->block[b].of[part];
  const uint8_t *now = s->of[t];
  if (!is_after (now, u->written) ||
      (!(how & ATOMIC) && !is_after (now, u->written_atomic)) ||
      (how & WRITES && !is_after (now, u->read)) ||
      (how & WRITES && !(how & ATOMIC) && !is_after (now, u->read_atomic)))
    return RACE;
  uint8_t *which = how & WRITES ? how & ATOMIC ? u->written_atomic : u->written
                   : how & ATOMIC ? u->read_atomic
                                  : u->read;
  which[t] = now[t];
  return s->block[b].dead[part] ? USE_AFTER_FREE : NONE;
}

static unsigned end_part (state *s, unsigned t, unsigned b, unsigned part) {
  const unsigned wrong = touch (s, t, b, part, WRITES);
  s->block[b].dead[part] = 1;
  return wrong;
}

/* To unmap what is not there any more is no error, if one knows it. */
static unsigned unmap (state *s, unsigned t, unsigned b, unsigned part) {
  if (!s->block[b].dead[part])
    return end_part (s, t, b, part);
  return is_after (s->of[t], s->block[b].of[part].written) ? NONE : RACE;
}

static unsigned end_block (state *s, unsigned t, unsigned b, int is_mapped) {
  if (is_mapped) {
    const unsigned wrong = unmap (s, t, b, 0), also = unmap (s, t, b, 1);
    return wrong > also ? wrong : also;
  }
  return end_part (s, t, b, 0);
}

static unsigned new_block (state *s) {
  memset (&s->block[s->blocks], 0, sizeof (block));
  return s->blocks++;
}

static unsigned move (state *s, unsigned t, unsigned i) {
  const unsigned b = s->mine[t][i];
  if (i == MAPPED && (s->block[b].dead[0] || s->block[b].dead[1])) {
    const unsigned wrong = end_block (s, t, b, 1);
    return wrong == RACE ? RACE : LARGE; /* EFAULT, or not */
  }
  const unsigned wrong = end_block (s, t, b, i == MAPPED);
  s->mine[t][i] = (uint8_t)new_block (s);
  return wrong;
}

static unsigned use_pointer (state *s, unsigned t, operation o) {
  uint8_t *mine = &s->mine[t][o.pointer];
  if (*mine == NOWHERE)
    return NONE;
  switch (o.code) {
  case USE:
    return touch (s, t, *mine, o.part, ways[o.way].how);
  case FREE:
    return end_block (s, t, *mine, o.pointer == MAPPED);
  case MOVE:
  case RENEW:
    return move (s, t, o.pointer);
  case EMPTY: {
    const unsigned wrong = end_block (s, t, *mine, 0);
    if (!(o.way & 1))
      *mine = NOWHERE;
    return wrong;
  }
  case UNMAP:
    return unmap (s, t, *mine, o.part);
  default: /* what nobody may do */
    return USE_AFTER_FREE;
  }
}

static unsigned perform (state *s, unsigned t, operation o) {
  uint8_t *mine = &s->mine[t][o.pointer];
  switch (o.code) {
  case ALLOCATE:
    *mine = (uint8_t)new_block (s);
    return NONE;
  case FORGET:
    *mine = NOWHERE;
    return NONE;
  case SHARE:
    s->shared[o.pointer] = *mine;
    return NONE;
  case TAKE:
    *mine = s->shared[o.pointer];
    return NONE;
  case CREATE:
    s->alive[o.pointer] = 1;
    memcpy (s->mine[o.pointer], s->mine[t], sizeof s->mine[t]);
    memcpy (s->of[o.pointer], s->of[t], sizeof (clock));
    s->of[o.pointer][o.pointer] = 1;
    s->of[t][t]++;
    return NONE;
  case JOIN:
    join_clock (s->of[t], s->of[o.pointer]);
    return NONE;
  default:
    return use_pointer (s, t, o);
  }
}

static void explore (const state *s) {
  int moved = 0;
  for (unsigned t = 0; t < THREADS && found != RACE && found != LARGE; t++) {
    if (!s->alive[t] || s->pc[t] == code_of->length[t])
      continue;
    const operation o = code_of->code[t][s->pc[t]];
    if (o.code == JOIN && s->pc[o.pointer] < code_of->length[o.pointer])
      continue;
    state after = *s;
    moved = 1;
    after.pc[t]++;
    if (o.locked)
      join_clock (after.of[t], after.lock);
    const unsigned wrong = perform (&after, t, o);
    if (o.locked) {
      memcpy (after.lock, after.of[t], sizeof (clock));
      after.of[t][t]++;
    }
    if (wrong > found)
      found = wrong;
    if (!wrong)
      explore (&after);
  }
  if (!moved && ++orders > LARGEST)
    found = LARGE;
}

static unsigned judge (const program *p) {
  static state first;
  memset (&first, 0, sizeof first);
  first.alive[0] = 1;
  memset (first.mine, NOWHERE, sizeof first.mine);
  memset (first.shared, NOWHERE, sizeof first.shared);
  first.of[0][0] = 1;
  code_of = p;
  found = NONE;
  orders = 0;
  explore (&first);
  return found;
}

/*------------------------------------------------------------------------*/
/* Writing them down. */

static void print_birth (FILE *f, operation o) {
  if (o.pointer == MAPPED)
    fprintf (f, "mine[2] = pages (%s);", o.way ? "MAP_SHARED" : "MAP_PRIVATE");
  else
    fprintf (f, "mine[%u] = birth_%u (%u);", o.pointer, o.way, sizes[o.size]);
}

static void print_move (FILE *f, operation o) {
  if (o.pointer == MAPPED)
    fprintf (f,
             "if (mine[2]) mine[2] = (char *)mremap (mine[2], 8192, 1 << 20, "
             "MREMAP_MAYMOVE);");
  else
    fprintf (f, "if (mine[%u]) mine[%u] = (char *)realloc (mine[%u], %u);",
             o.pointer, o.pointer, o.pointer, sizes[o.size]);
}

static void print_operation (FILE *f, operation o, unsigned long long n) {
  const unsigned i = o.pointer;
  switch (o.code) {
  case USE:
    fprintf (f, "if (mine[%u]) use_%u (mine[%u] + %u);", i, o.way, i,
             o.part * 4096u);
    break;
  case FREE:
    fprintf (f,
             i == MAPPED ? "if (mine[%u]) munmap (mine[%u], 8192);"
                         : "if (mine[%u]) end (mine[%u]);",
             i, i);
    break;
  case FREE_BAD:
    fprintf (f, "if (mine[%u]) free (mine[%u] + %u);", i, i,
             i == MAPPED ? 0u : 16u);
    break;
  case ALLOCATE:
    print_birth (f, o);
    break;
  case RENEW:
    fprintf (f, "if (mine[%u]) { end (mine[%u]); ", i, i);
    print_birth (f, o);
    fprintf (f, " }");
    break;
  case MOVE:
    print_move (f, o);
    break;
  case MOVE_BAD:
    fprintf (f, "if (mine[%u]) mine[%u] = (char *)realloc (mine[%u] + %u, 99);",
             i, i, i, i == MAPPED ? 0u : 16u);
    break;
  case EMPTY:
    fprintf (f,
             o.way & 1
                 ? "if (mine[%u]) mine[%u] = keep (mine[%u]);"
                 : "if (mine[%u]) mine[%u] = (char *)realloc (mine[%u], 0);",
             i, i, i);
    break;
  case UNMAP:
    fprintf (f, "if (mine[2]) munmap (mine[2] + %u, 4096);", o.part * 4096u);
    break;
  case FORGET:
    fprintf (f, "mine[%u] = 0;", i);
    break;
  case SHARE:
    fprintf (f, "shared[%u] = mine[%u];", i, i);
    break;
  case TAKE:
    fprintf (f, "mine[%u] = shared[%u];", i, i);
    break;
  case CREATE:
    fprintf (f, "start (%u, t%llu_%u, mine);", i, n, i);
    break;
  default:
    fprintf (f, "pthread_join (id[%u], 0);", i);
  }
}

static void print_thread (FILE *f, const program *p, uint64_t n, unsigned t) {
  fprintf (f,
           "static void *t%llu_%u (void *given) {\n"
           "  char *mine[3];\n  memcpy (mine, given, sizeof mine);\n",
           (unsigned long long)n, t);
  for (unsigned i = 0; i < p->length[t]; i++) {
    const operation o = p->code[t][i];
    fprintf (f, o.locked ? "  pthread_mutex_lock (&lock); " : "  ");
    print_operation (f, o, (unsigned long long)n);
    fprintf (f, o.locked ? " pthread_mutex_unlock (&lock);\n" : "\n");
  }
  fprintf (f, "  return 0;\n}\n");
}

static const char *const prelude =
    "#define _GNU_SOURCE\n"
    "#include <malloc.h>\n#include <pthread.h>\n#include <signal.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <sys/mman.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n"
    "#include <sys/uio.h>\n#include <sys/utsname.h>\n#include <time.h>\n"
    "#include <unistd.h>\n#include <wchar.h>\n"
    "struct big { char text[64]; };\n"
    "static __thread char buffer[500] __attribute__ ((aligned (16)));\n"
    "static __thread int sink;\n"
    "static char *shared[3];\nstatic pthread_t id[3];\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "static char *given[3][3];\n"
    "static void start (int i, void *(*f) (void *), char **mine) {\n"
    "  memcpy (given[i], mine, sizeof given[i]);\n"
    "  pthread_create (&id[i], 0, f, given[i]);\n}\n"
    "static int compare (const void *a, const void *b) {\n"
    "  return *(const char *)a - *(const char *)b;\n}\n"
    "static char *pages (int how) {\n"
    "  return (char *)mmap (0, 8192, PROT_READ | PROT_WRITE,\n"
    "                       how | MAP_ANONYMOUS, -1, 0);\n}\n"
    "static void *aligned (size_t size) {\n"
    "  void *m;\n  posix_memalign (&m, 32, size);\n  return m;\n}\n"
    "static char *keep (char *old) {\n"
    "  char *now = (char *)realloc (old, 0);\n"
    "  return now ? now : old;\n}\n"
    "static void pipe_both (int *p) {\n"
    "  pipe (p);\n  close (p[0]);\n  close (p[1]);\n"
    "  memset (p, 0, 8);\n}\n"
    "static void write_some (char *p) {\n"
    "  int f[2];\n  pipe (f);\n  write (f[1], p, 8);\n"
    "  close (f[0]);\n  close (f[1]);\n}\n"
    "static void writev_some (char *p) {\n"
    "  int f[2];\n  struct iovec v = {p, 8};\n  pipe (f);\n"
    "  writev (f[1], &v, 1);\n  close (f[0]);\n  close (f[1]);\n}\n"
    "static void read_some (char *p) {\n"
    "  int f[2];\n  pipe (f);\n  write (f[1], \"\\0\\0\\0\", 3);\n"
    "  read (f[0], p, 3);\n  close (f[0]);\n  close (f[1]);\n}\n"
    "static void send_some (char *p) {\n"
    "  int f[2];\n  socketpair (AF_UNIX, SOCK_STREAM, 0, f);\n"
    "  send (f[1], p, 8, 0);\n  close (f[0]);\n  close (f[1]);\n}\n"
    "static void print_some (char *p) {\n"
    "  FILE *f = fopen (\"/dev/null\", \"w\");\n"
    "  fputs (p, f);\n  fclose (f);\n}\n";

static void print_begin (FILE *f, int is_cxx) {
  fputs (prelude, f);
  fprintf (f, "static void end (void *p) { %s; }\n",
           is_cxx ? "delete[] (char *)p" : "free (p)");
  for (unsigned i = 0; i < WAYS; i++)
    fprintf (f,
             "static __attribute__ ((noinline)) void use_%u (char *p) { %s }\n",
             i, ways[i].text);
  for (unsigned i = 0; i < BIRTHS; i++)
    fprintf (f,
             "static char *birth_%u (size_t size) {\n"
             "  char *p = (char *)(%s);\n"
             "  memset (p, 0, 160);\n  return p;\n}\n",
             i, is_cxx ? "new char[size]" : births[i]);
}

static void print_end (FILE *f, uint64_t first, uint64_t count) {
  fprintf (f, "int main (int n, char **v) {\n"
              "  switch (n > 1 ? atoll (v[1]) : 0) {\n");
  for (uint64_t i = first; i < first + count; i++)
    fprintf (f, "  case %llu: t%llu_0 (given[0]); break;\n",
             (unsigned long long)i, (unsigned long long)i);
  fprintf (f, "  }\n}\n");
}

int main (int argc, char **argv) {
  static const char *const words[] = {"none", "use-after-free", "race",
                                      "large"};
  if (argc < 4)
    return 2;
  const uint64_t first = strtoull (argv[1], NULL, 10);
  const uint64_t count = strtoull (argv[2], NULL, 10);
  const int is_cxx = argc > 4;
  FILE *f = fopen (argv[3], "w");
  if (!f)
    return 2;
  print_begin (f, is_cxx);
  for (uint64_t n = first; n < first + count; n++) {
    program p;
    make (&p, n, is_cxx);
    for (unsigned t = THREADS; t--;)
      print_thread (f, &p, n, t);
    printf ("%llu %s\n", (unsigned long long)n, words[judge (&p)]);
  }
  print_end (f, first, count);
  return fclose (f) != 0;
}
