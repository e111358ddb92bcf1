/* Tiny systems that are dense in a few features: two or three processes with a
   few statements each, around one or two variables and channels, so that every
   pair of features meets.

   The first line tells the features.  Each statement stands on a line of its
   own, so that tests/random/shrink can remove it. */

#include "dense.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* Each is in a system by chance; see `make`. */
#define FEATURES(X)                                                            \
  X (ATOMIC)                                                                   \
  X (DSTEP)                                                                    \
  X (RENDEZVOUS)                                                               \
  X (BUFFER)                                                                   \
  X (ELSE)                                                                     \
  X (UNLESS)                                                                   \
  X (TIMEOUT)                                                                  \
  X (PROVIDED)                                                                 \
  X (RUN)                                                                      \
  X (PIDS)                                                                     \
  X (REMOTE)                                                                   \
  X (ARRAY)                                                                    \
  X (PARAMETER)                                                                \
  X (PASSED)                                                                   \
  X (CHANNELS)                                                                 \
  X (SORTED)                                                                   \
  X (EVAL)                                                                     \
  X (POLL)                                                                     \
  X (COPY)                                                                     \
  X (LOOP)                                                                     \
  X (END)                                                                      \
  X (INITIAL)                                                                  \
  X (ERROR)                                                                    \
  X (LIVENESS)                                                                 \
  X (WANDERING)                                                                \
  X (READINESS)

enum {
#define X(NAME) NAME,
  FEATURES (X)
#undef X
      COUNT
};

static const char *const names[] = {
#define X(NAME) #NAME,
    FEATURES (X)
#undef X
};

static FILE *out;
static uint64_t state;
static int has[COUNT];
static int shown[COUNT]; /* those that it has */
static int shown_count;
static int indent;
static int types;          /* of processes */
static int inside_atomic;  /* 1: atomic, 2: d_step */
static int capacity[3];    /* of c, d, e; e is an array of two */
static int own_type;       /* the process being printed */
static int label_count[4]; /* by type */
static int fuel;           /* statements left */
static int copies[4];      /* processes of a type at the start, if active */

static unsigned below (unsigned limit) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (unsigned)((z ^ z >> 31) % limit);
}

static int chance (unsigned percent) {
  return below (100) < percent;
}

static int choose (int feature, unsigned percent) {
  return has[feature] && chance (percent);
}

/* A line of the model. */
static void line (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  fprintf (out, "%*s", 2 * indent, "");
  vfprintf (out, format, arguments);
  putc ('\n', out);
  va_end (arguments);
}

/* ---- expressions: each call gives a text that lives for a while ---- */

static const char *text (const char *format, ...) {
  static char ring[32][160];
  static int next;
  va_list arguments;
  char *made = ring[next++ % 32];
  va_start (arguments, format);
  vsnprintf (made, sizeof ring[0], format, arguments);
  va_end (arguments);
  return made;
}

static const char *value (void) {
  return text ("%u", chance (12) ? 2 : below (2));
}

static const char *index_of (void) {
  switch (below (5)) {
  case 0:
    return choose (PIDS, 70) ? "_pid % 2" : "0";
  case 1:
    return has[PARAMETER] ? "p % 2" : "1";
  case 2:
    return has[ERROR] ? "x" : "x % 2";
  case 3:
    return "1";
  default:
    return "0";
  }
}

static const char *global (void) {
  if (choose (ARRAY, 60))
    return text ("a[%s]", index_of ());
  return chance (has[LIVENESS] ? 50 : 80) ? "g" : "h";
}

static const char *channel (void) {
  if (choose (PASSED, 30))
    return chance (50) ? "m" : "l";
  if (choose (PARAMETER, 30))
    return "k";
  if (choose (CHANNELS, 50))
    return text ("e[%s]", index_of ());
  return chance (85) ? "c" : "d";
}

/* One that certainly has a buffer, or null. */
static const char *buffered (void) {
  if (capacity[0] && chance (60))
    return "c";
  if (capacity[2] && choose (CHANNELS, 60))
    return text ("e[%s]", index_of ());
  return capacity[1] ? "d" : capacity[0] ? "c" : NULL;
}

static const char *remote (void) {
  const int type = (int)below ((unsigned)types);
  if (chance (30))
    return text ("(P%d:x == %s)", type, value ());
  return chance (60) ? text ("(P%d@L%u)", type, below (2))
                     : text ("(P%d[%u]@L%u)", type, below (3), below (2));
}

static const char *look_at_channel (void) {
  static const char *const ways[] = {"full", "nfull", "empty", "nempty"};
  const char *name = buffered ();
  if (!name)
    return "(g == 1)";
  switch (below (4)) {
  case 0:
    return text ("(len (%s) == %u)", name, below (2));
  case 1:
    return text ("%s?[%s]", name, value ());
  case 2:
    return text ("%s??[%s]", name, value ());
  default:
    return text ("%s (%s)", ways[below (4)], name);
  }
}

static const char *condition (void) {
  if (choose (POLL, 40))
    return look_at_channel ();
  if (choose (REMOTE, 40))
    return remote ();
  if (choose (PIDS, 30))
    return text ("(_nr_pr %s %u)", chance (50) ? "==" : ">", 2 + below (3));
  if (choose (PIDS, 20))
    return text ("(g == _pid)");
  if (chance (25))
    return text ("(x %s %s)", chance (50) ? "==" : "!=", value ());
  return text ("(%s %s %s)", global (), chance (40) ? "==" : "!=", value ());
}

static const char *message (void) {
  if (chance (40))
    return value ();
  return chance (40) ? "x" : global ();
}

static const char *pattern (void) {
  if (choose (EVAL, 50))
    return chance (50) ? "eval (x)" : text ("eval (%s)", global ());
  if (chance (50))
    return value ();
  return chance (70) ? "x" : global ();
}

/* ---- statements ---- */

static const char *send (void) {
  if (choose (PASSED, 25))
    return chance (50) ? "n!l" : "n!c";
  return text ("%s%s%s", channel (), choose (SORTED, 40) ? "!!" : "!",
               message ());
}

static const char *receive (void) {
  if (choose (PASSED, 25))
    return "n?m";
  const char *name = channel ();
  const char *way = choose (SORTED, 40) ? "??" : "?";
  if (choose (COPY, 40) && buffered ())
    return text ("%s%s<%s>", buffered (), way, pattern ());
  return text ("%s%s%s", name, way, pattern ());
}

static const char *start (void) {
  const int type = 1 + (int)below ((unsigned)types - 1);
  if (has[PARAMETER])
    return text ("run P%d (%s, %u)", type, chance (50) ? "c" : "d", below (2));
  return text ("run P%d ()", type);
}

static const char *assignment (void) {
  if (choose (ERROR, 12))
    return text ("x = 2 / %s", global ());
  if (choose (RUN, 10) && own_type == 0)
    return text ("x = %s", start ());
  switch (below (5)) {
  case 0:
    return text ("x = %s", global ());
  case 1:
    return text ("x = %s", value ());
  case 2:
    return text ("%s = (%s + 1) %% 3", "g", "g");
  case 3:
    return text ("%s = x", global ());
  default:
    return text ("%s = %s", global (), value ());
  }
}

static const char *guard (void) {
  if (choose (TIMEOUT, 20) && inside_atomic != 2)
    return chance (80) ? "timeout" : text ("timeout && %s", condition ());
  if (chance (65) && (has[RENDEZVOUS] || has[BUFFER]))
    return chance (50) ? send () : receive ();
  return condition ();
}

static const char *simple (void) {
  if (choose (LIVENESS, 30)) /* what the formula looks at */
    return text ("%s = %u", chance (50) ? "g" : "h", below (2));
  /* Only the first type starts others, so that there is an end. */
  if (own_type == 0 && choose (RUN, 35))
    return start ();
  if (chance (18))
    return text ("assert %s", condition ());
  if (chance (45))
    return assignment ();
  return guard ();
}

static void statement (int depth);

static void statements (int count, int depth) {
  for (indent++; count > 0; count--)
    statement (depth);
  indent--;
}

static void option (const char *first, int depth) {
  line (":: %s;", first);
  fuel--;
  if (chance (70))
    statements (1, depth);
}

static void print_if (int depth) {
  line ("if");
  option (chance (75) ? guard () : assignment (), depth);
  if (chance (60) || !has[ELSE])
    option (chance (70) ? guard () : assignment (), depth);
  if (choose (ELSE, 75))
    option ("else", depth);
  line ("fi;");
}

static void print_do (int depth) {
  line ("do");
  option (chance (75) ? guard () : assignment (), depth);
  if (chance (40))
    option (guard (), depth);
  line (":: %s;", choose (ELSE, 40) ? "else" : guard ());
  line ("  break;");
  line ("od;");
}

static void print_block (const char *head, int inside, int depth) {
  const int before = inside_atomic;
  line ("%s {", head);
  inside_atomic = inside;
  indent++;
  if (chance (60))
    line ("%s;", inside == 2 && has[ELSE] ? condition () : guard ());
  indent--;
  statements (1 + (int)below (2), depth);
  inside_atomic = before;
  line ("};");
}

static void print_unless (int depth) {
  line ("{");
  statements (1 + (int)below (2), depth);
  line ("} unless {");
  indent++;
  line ("%s;", guard ());
  indent--;
  if (chance (40))
    statements (1, depth);
  line ("};");
}

/* A statement that shows a feature; 0 if it cannot be had here. */
static int show_feature (int feature, int depth) {
  const int nested = depth > 0 && fuel > 0;
  switch (feature) {
  case ATOMIC:
    if (!nested || inside_atomic)
      return 0;
    print_block ("atomic", 1, depth - 1);
    return 1;
  case DSTEP:
    if (!nested || inside_atomic)
      return 0;
    print_block ("d_step", 2, 0);
    return 1;
  case UNLESS:
    if (!nested || inside_atomic == 2)
      return 0;
    print_unless (depth - 1);
    return 1;
  case LOOP:
    if (!nested || inside_atomic == 2)
      return 0;
    print_do (depth - 1);
    return 1;
  case ELSE:
    if (!nested)
      return 0;
    print_if (depth - 1);
    return 1;
  case TIMEOUT:
    if (inside_atomic == 2)
      return 0;
    line ("timeout;");
    return 1;
  case RUN:
    if (own_type)
      return 0;
    line ("%s;", start ());
    return 1;
  case RENDEZVOUS:
  case BUFFER:
  case CHANNELS:
  case PARAMETER:
  case PASSED:
  case SORTED:
    line ("%s;", chance (50) ? send () : receive ());
    return 1;
  case EVAL:
  case COPY:
    line ("%s;", receive ());
    return 1;
  case POLL:
  case REMOTE:
  case PIDS:
    line (chance (50) ? "%s;" : "assert %s;", condition ());
    return 1;
  default:
    line ("%s;", assignment ());
    return 1;
  }
}

static void statement (int depth) {
  fuel--;
  if (chance (70) && show_feature (shown[below ((unsigned)shown_count)], depth))
    return;
  if (depth > 0 && fuel > 0 && chance (20))
    print_if (depth - 1);
  else
    line ("%s;", simple ());
}

/* ---- processes ---- */

/* Most systems have a process that chooses, one that the choice needs, and one
   that changes what it depends on, in any order; the rest is by chance.  Where
   there is wandering, a process goes round for ever by choices that are its own
   affair, others say something and stop, and the formula asks what happens
   again and again.  Where there is readiness, some go round and are ready for
   another, or not, who speaks if it gets that far. */
typedef enum role {
  ANYTHING,
  CHOOSES,
  HELPS,
  DISTURBS,
  WANDERS,
  SPEAKS,
  READY,
  NEEDY
} role;

static void print_mark (void) {
  if (chance (40))
    line ("  assert (false);");
  else if (chance (50))
    line ("  h = 1;");
}

static void print_choice (void) {
  const int wrapped = choose (ATOMIC, 40);
  if (wrapped) {
    line ("atomic {");
    line ("%s;", chance (50) ? assignment () : guard ());
  }
  line ("if");
  line (":: %s;", guard ());
  print_mark ();
  if (chance (70)) {
    line (":: %s;", chance (40)   ? guard ()
                    : chance (50) ? assignment ()
                                  : "skip");
    print_mark ();
  }
  if (chance (has[ELSE] ? 80 : 25)) {
    line (":: else;");
    print_mark ();
  }
  line ("fi;");
  if (wrapped)
    line ("};");
}

static void print_help (void) {
  if (chance (40))
    line ("end_help:");
  if (chance (70))
    line ("%s;", chance (50) ? send () : receive ());
  else
    statement (2);
}

static void print_disturbance (void) {
  line ("%s;", chance (60) ? assignment () : guard ());
  if (chance (60))
    line ("assert (h == 0);");
}

/* What the formula looks at. */
static void print_word (void) {
  line ("%s = %u;", chance (70) ? "g" : "h", below (2));
}

static void print_wandering (void) {
  line ("do");
  for (int ways = 2 + (int)chance (25); ways; ways--) {
    line (":: x = %u;", below (2));
    if (chance (55))
      print_word ();
    else if (chance (30))
      line ("x = %u;", below (2));
  }
  line ("od;");
}

static void print_speech (void) {
  for (int words = 1 + (int)chance (30); words; words--)
    print_word ();
  if (chance (60)) {
    line ("end_speech:");
    line ("false;");
  }
}

/* Channel d is for a rendezvous, c has a buffer. */
static void print_readiness (void) {
  line ("do");
  line (":: x = 1;");
  if (chance (40))
    line ("x = 0;");
  line ("if");
  line (":: %s;", chance (70) ? "d?1" : chance (50) ? "c?1" : "c!1");
  line (":: x = 0;");
  line ("fi;");
  line ("od;");
}

static void print_need (void) {
  line ("%s;", chance (70) ? "d!1" : chance (50) ? "c!1" : "c?1");
  print_word ();
}

static role roles[4]; /* by type */

static void choose_roles (void) {
  const int first = (int)below (3), step = 1 + (int)below (2);
  const int plays = chance (75);
  for (int i = 0; i < types; i++)
    roles[i] =
        plays && chance (85) ? (role)(1 + (first + i * step) % 3) : ANYTHING;
  const int needy = (int)below ((unsigned)types);
  for (int i = 0; has[READINESS] && i < types; i++)
    if (chance (85))
      roles[i] = i == needy ? NEEDY : READY;
  if (!has[WANDERING])
    return;
  const int wanderer = (int)below ((unsigned)types);
  for (int i = 0; i < types; i++)
    if (i == wanderer)
      roles[i] = WANDERS;
    else if (chance (80))
      roles[i] = SPEAKS;
}

static void print_role (role r) {
  if (r == CHOOSES)
    print_choice ();
  else if (r == HELPS)
    print_help ();
  else if (r == DISTURBS)
    print_disturbance ();
  else if (r == WANDERS)
    print_wandering ();
  else if (r == SPEAKS)
    print_speech ();
  else if (r == READY)
    print_readiness ();
  else if (r == NEEDY)
    print_need ();
}

static void print_locals (void) {
  if (has[INITIAL]) {
    line ("byte x = g;");
    line ("byte y[2] = {h, g};");
  } else
    line ("byte x;");
  if (has[PASSED]) {
    line ("chan l = [%u] of { byte };", below (2));
    line ("chan m = c;");
  }
}

/* The labels before a statement. */
static void print_labels (int type, int number) {
  if (number < label_count[type])
    line ("L%d:", number);
  if (choose (LIVENESS, 30))
    line ("%s%d:", chance (50) ? "accept" : "progress", number);
  if (choose (END, 30))
    line ("end%d:", number);
}

/* Different orders of what the others do should fail different assertions. */
static void print_observations (void) {
  for (int i = 0; i < 2; i++)
    if (chance (30))
      line ("assert (x != %d);", i);
  if (chance (40))
    line ("assert %s;", condition ());
}

static void print_process (int type) {
  const int count = 1 + (int)chance (roles[type] == ANYTHING ? 50 : 25);
  const int loops = choose (LOOP, 50);
  own_type = type;
  fuel = 4;
  if (copies[type])
    line ("active [%d]", copies[type]);
  line ("proctype P%d (%s)%s", type, has[PARAMETER] ? "chan k; byte p" : "",
        choose (PROVIDED, 40)
            ? text (" provided (%s != %s)", chance (70) ? "g" : "h", value ())
            : "");
  line ("{");
  indent++;
  print_locals ();
  if (loops)
    line ("again:");
  for (int i = 0; i < label_count[type] || i < count; i++) {
    print_labels (type, i);
    if (i == 0 && roles[type] != ANYTHING)
      print_role (roles[type]);
    else
      statement (2);
  }
  print_observations ();
  if (loops)
    line ("goto again;");
  indent--;
  line ("}");
}

/* Without parameters the processes are there from the start. */
static void print_init (void) {
  if (!has[PARAMETER])
    return;
  line ("init");
  line ("{");
  indent++;
  line ("byte x;");
  line ("atomic {");
  indent++;
  for (int i = 0; i < types; i++)
    line ("run P%d (%s, %u);", i, chance (60) ? "c" : "d", below (2));
  indent--;
  line ("}");
  indent--;
  line ("}");
}

static void print_globals (void) {
  line ("byte g, h;");
  line ("byte a[2];");
  line ("chan c = [%d] of { byte };", capacity[0]);
  line ("chan d = [%d] of { byte };", capacity[1]);
  if (has[CHANNELS])
    line ("chan e[2] = [%d] of { byte };", capacity[2]);
  if (has[PASSED])
    line ("chan n = [%u] of { chan };", below (2));
}

/* ---- properties ---- */

static const char *atom (void) {
  if (chance (30)) /* what only one order of two steps makes true */
    return text ("(g == %u && h == %u)", below (2), below (2));
  if (label_count[0] && chance (30))
    return text ("(P0@L%u && %s == %u)", below (2), chance (50) ? "g" : "h",
                 below (2));
  if (buffered () && chance (25))
    return text ("(len (%s) == %u)", capacity[0] ? "c" : "d", below (2));
  return text ("(%s %s %s)", chance (60) ? "g" : "h",
               chance (60) ? "==" : "!=", value ());
}

static const char *formula (void) {
  if (choose (READINESS, 60))
    return text ("<> (%s == 1)", chance (70) ? "g" : "h");
  if (choose (WANDERING, 70))
    return text (chance (60) ? "[] <> (%s == %u)" : "<> [] (%s == %u)",
                 chance (70) ? "g" : "h", below (2));
  if (chance (35))
    return text ("[] ! (g == %u && h == %u)", below (2), below (2));
  switch (below (7)) {
  case 0:
    return text ("[] %s", atom ());
  case 1:
    return text ("<> %s", atom ());
  case 2:
    return text ("[] <> %s", atom ());
  case 3:
    return text ("<> [] %s", atom ());
  case 4:
    return text ("[] (%s -> <> %s)", atom (), atom ());
  case 5:
    return text ("%s U %s", atom (), atom ());
  default:
    return text ("(<> %s) -> (! %s U %s)", atom (), atom (), atom ());
  }
}

static void add_feature (int feature) {
  if (has[feature])
    return;
  has[feature] = 1;
  shown[shown_count++] = feature;
  fprintf (out, " %s", names[feature]);
}

/* Few, so that they meet often; now and then nothing but wandering, or
   readiness. */
static void choose_features (void) {
  memset (has, 0, sizeof has);
  shown_count = 0;
  fprintf (out, "// features:");
  if (chance (20)) {
    add_feature (chance (60) ? WANDERING : READINESS);
    add_feature (LIVENESS);
    putc ('\n', out);
    return;
  }
  for (int i = 2 + (int)below (3); i > 0; i--)
    add_feature ((int)below (COUNT));
  if (chance (has[WANDERING] || has[READINESS] ? 80 : 20))
    add_feature (LIVENESS);
  if (chance (85))
    add_feature (chance (50) ? RENDEZVOUS : BUFFER);
  putc ('\n', out);
}

static void make (void) {
  choose_features ();
  types = 2 + (int)chance (70);
  for (int i = 0; i < 3; i++)
    capacity[i] = has[RENDEZVOUS] && (!has[BUFFER] || chance (50))
                      ? 0
                      : 1 + (int)chance (25);
  if (has[READINESS] && !has[BUFFER])
    capacity[1] = 0;
  for (int i = 0; i < types; i++) {
    copies[i] = has[PARAMETER] ? 0
                               : 1 + (int)chance (has[READINESS] ? 40
                                                  : types == 2   ? 25
                                                                 : 0);
    if (has[RUN] && i && chance (60))
      copies[i] = 0; /* it is started later, if ever */
    label_count[i] = has[REMOTE] || has[LIVENESS] ? 2 : 0;
  }
  choose_roles ();
  print_globals ();
  for (int i = 0; i < types; i++)
    print_process (i);
  print_init ();
  if (has[LIVENESS])
    line ("ltl f { %s }", formula ());
}

void generate (unsigned long seed, FILE *file) {
  out = file;
  indent = inside_atomic = 0;
  memset (label_count, 0, sizeof label_count);
  state = seed * 0x2545f4914f6cdd1du;
  make ();
}
