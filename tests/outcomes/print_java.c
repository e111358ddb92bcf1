/* Random programs as Java: those whose operations Java has, with the same
   meaning (speaks_java).

   A mutex is a monitor if every section is a block, else a ReentrantLock; the
   condition is that of mutex 0.  Of ReentrantLock the one that waits longest is
   signalled, which is a choice in C: so two may not wait for a signal there.
   A thread that ends with a mutex is wrong in C, and right in Java.
   A Semaphore's wait with a limit goes round in the JDK's own code, without an
   end that a search could come to: it is left out.
   Atomic variables are AtomicInteger, AtomicLong, fields and elements of arrays
   by VarHandle. */

#include "program.h"

#include <stdarg.h>
#include <string.h>

static FILE *out;
static int indent;
static int is_monitor[MUTEXES];
static int all_strong; /* orders of the program */

static void line (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  fprintf (out, "%*s", 4 * indent, "");
  vfprintf (out, format, arguments);
  putc ('\n', out);
  va_end (arguments);
}

/*------------------------------------------------------------------------*/
/* What can be said. */

static int is_update (const operation *o) {
  return o->code == OP_ADD || o->code == OP_SWAP;
}

static int is_known (const operation *o) {
  switch (o->code) {
  case OP_ADD:
  case OP_SWAP:
    return o->order != ORDER_RELAXED;
  case OP_READ:
  case OP_WRITE:
  case OP_INCREMENT:
  case OP_LOAD:
  case OP_STORE:
  case OP_CAS:
  case OP_WHEN:
  case OP_LOCK:
  case OP_UNLOCK:
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
  case OP_WAIT:
  case OP_WAIT_LOOP:
  case OP_WAIT_TIMED:
  case OP_SIGNAL:
  case OP_BROADCAST:
  case OP_SEM_WAIT:
  case OP_SEM_TRY:
  case OP_SEM_POST:
  case OP_SEM_VALUE:
  case OP_RETRY:
  case OP_LOCAL:
  case OP_PUBLISH:
  case OP_USE:
  case OP_CREATE:
  case OP_JOIN:
  case OP_ASSERT:
  case OP_ASSUME:
  case OP_CHOOSE:
  case OP_EXIT:
  case OP_QUICK_EXIT:
  case OP_DUMP:
  case OP_LEAVE:
    return 1;
  default:
    return 0;
  }
}

static int waits (const operation *o) {
  return o->code == OP_WAIT || o->code == OP_WAIT_LOOP ||
         o->code == OP_WAIT_TIMED;
}

static int signals (const operation *o) {
  return o->code == OP_SIGNAL || o->code == OP_BROADCAST;
}

static int is_opener (const operation *o) {
  return o->code == OP_WHEN || o->code == OP_TRYLOCK ||
         o->code == OP_TIMEDLOCK || o->code == OP_SEM_TRY;
}

/* How many bodies this operation is inside of. */
static unsigned level_of (const operation *all, unsigned at) {
  unsigned level = 0;
  for (unsigned i = 0; i < at; i++)
    level += is_opener (&all[i]) && i + all[i].body >= at;
  return level;
}

/* The locks of a thread, as its code comes. */
typedef struct held {
  unsigned mutex[MOST_CODE], level[MOST_CODE], count;
} held;

static unsigned depth_of (const held *h, unsigned mutex) {
  unsigned n = 0;
  for (unsigned i = 0; i < h->count; i++)
    n += h->mutex[i] == mutex;
  return n;
}

static void take (held *h, unsigned mutex, unsigned level) {
  h->mutex[h->count] = mutex;
  h->level[h->count++] = level;
}

static void no_monitors (const held *h) {
  for (unsigned i = 0; i < h->count; i++)
    is_monitor[h->mutex[i]] = 0;
}

/* False: it has none. */
static int give_back (held *h, unsigned mutex, unsigned level) {
  unsigned i = h->count;
  while (i && h->mutex[i - 1] != mutex)
    i--;
  if (!i)
    return 0;
  if (i != h->count || h->level[i - 1] != level)
    no_monitors (h);
  memmove (&h->mutex[i - 1], &h->mutex[i], (h->count - i) * sizeof *h->mutex);
  memmove (&h->level[i - 1], &h->level[i], (h->count - i) * sizeof *h->level);
  h->count--;
  return 1;
}

/* Of a lock or an unlock: is it one that Java has, too? */
static int follow_lock (const program *p, held *h, const operation *o,
                        unsigned level) {
  switch (o->code) {
  case OP_UNLOCK:
    return give_back (h, o->x, level);
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
    is_monitor[o->x] = 0;
    level++;
    break;
  default:
    break;
  }
  if (p->kind[o->x] != RECURSIVE && depth_of (h, o->x))
    return 0;
  take (h, o->x, level);
  return 1;
}

static int follow (const program *p, held *h, const operation *o,
                   unsigned level) {
  if (!is_known (o))
    return 0;
  switch (o->code) {
  case OP_LOCK:
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
  case OP_UNLOCK:
    return follow_lock (p, h, o, level);
  case OP_LEAVE:
    no_monitors (h);
    return 1;
  case OP_WAIT_TIMED: /* whether it was late only a Condition says */
    is_monitor[0] = 0;
    break;
  default:
    break;
  }
  if (waits (o) && depth_of (h, 0) != 1)
    return 0;
  return !signals (o) || depth_of (h, 0);
}

int speaks_java (const program *p) {
  unsigned waiting = 0, wakes_one = 0;
  if (p->kind[1] == ROBUST)
    return 0;
  all_strong = 1;
  for (unsigned i = 0; i < MUTEXES; i++)
    is_monitor[i] = 1;
  for (unsigned t = 0; t < p->threads; t++) {
    held h = {.count = 0};
    int may_wait = 0;
    for (unsigned i = 0; i < p->length[t]; i++) {
      const operation *o = &p->code[t][i];
      if (!follow (p, &h, o, level_of (p->code[t], i)))
        return 0;
      may_wait |= waits (o);
      wakes_one |= o->code == OP_SIGNAL;
      all_strong &= o->order == ORDER_SEQ_CST;
    }
    if (t && h.count)
      return 0;
    no_monitors (&h);
    waiting += (unsigned)may_wait;
  }
  return !p->spurious && (is_monitor[0] || waiting < 2 || !wakes_one);
}

/*------------------------------------------------------------------------*/
/* Variables. */

static const char *variable (unsigned x) {
  static const char *const names[] = {"x0", "x1", "b0", "b1"};
  return names[x];
}

static int is_object (unsigned x) {
  return all_strong && (x == 0 || x == 3);
}

/* A call that leads to the variable: the method, and the rest of its
   arguments. */
static const char *call (unsigned x, const char *method, const char *rest) {
  static char ring[8][120];
  static unsigned next;
  char *made = ring[next++ % 8];
  const char *comma = *rest && x == 2 ? ", " : "";
  if (is_object (x))
    snprintf (made, sizeof ring[0], "a%u.%s(%s)", x, method, rest);
  else
    snprintf (made, sizeof ring[0], "A%u.%s(%s%s%s)", x, method,
              x == 2 ? "elements, 1" : "", comma, rest);
  return made;
}

static const char *type_of (unsigned x) {
  return x == 3 ? "long" : "int";
}

static const char *with_order (const char *method, const operation *o) {
  static char ring[4][40];
  static unsigned next;
  static const char *const loads[] = {"Volatile", "Volatile", "Acquire",
                                      "Volatile", "Opaque"};
  static const char *const stores[] = {"Volatile", "Volatile", "Volatile",
                                       "Release", "Opaque"};
  static const char *const updates[] = {"", "", "Acquire", "Release", "?"};
  char *made = ring[next++ % 4];
  const int loading = !strcmp (method, "get"),
            storing = !strcmp (method, "set");
  const char *end = (loading ? loads : storing ? stores : updates)[o->order];
  if (is_object (o->x) && *end == 'V')
    end = "";
  snprintf (made, sizeof ring[0], "%s%s", method, end);
  return made;
}

static const char *value_of (const operation *o, unsigned x) {
  static char ring[16][140];
  static unsigned next;
  char *made = ring[next++ % 16];
  operation here = *o;
  here.x = (uint8_t)x;
  if (x == VOLATILE)
    return "v4";
  snprintf (made, sizeof ring[0], "(%s) %s", type_of (x),
            call (x, with_order ("get", &here), ""));
  return made;
}

static const char *number (unsigned v) {
  static char ring[4][12];
  static unsigned next;
  char *made = ring[next++ % 4];
  snprintf (made, sizeof ring[0], "%u", v);
  return made;
}

/* weakCompareAndSet with an order: compareAndSet has none. */
static const char *set_if (const operation *o) {
  static const char *const names[] = {
      "compareAndSet", "compareAndSet", "weakCompareAndSetAcquire",
      "weakCompareAndSetRelease", "weakCompareAndSetPlain"};
  char both[24];
  snprintf (both, sizeof both, "%u, %u", o->w, o->v);
  return call (o->x, names[o->order], both);
}

static void print_atomic (const operation *o) {
  switch (o->code) {
  case OP_LOAD:
    line ("r = see(r, %s);", value_of (o, o->x));
    break;
  case OP_STORE:
    if (o->x == VOLATILE)
      line ("v4 = %u;", o->v);
    else
      line ("%s;", call (o->x, with_order ("set", o), number (o->v)));
    break;
  case OP_WHEN:
    line ("if (%s == %u) {", value_of (o, o->x), o->v);
    indent++;
    break;
  case OP_CAS:
    line ("r = see(r, %s ? 1 : 0);", set_if (o));
    break;
  default:
    line ("r = see(r, (%s) %s);", type_of (o->x),
          call (o->x,
                with_order (o->code == OP_ADD ? "getAndAdd" : "getAndSet", o),
                number (o->v)));
    break;
  }
}

/*------------------------------------------------------------------------*/
/* Locks. */

static void print_lock (const program *p, const operation *o) {
  const int sees = p->kind[o->x] == ERRORCHECK;
  switch (o->code) {
  case OP_LOCK:
    line (is_monitor[o->x] ? "synchronized (m%u) {" : "m%u.lock();", o->x);
    indent += is_monitor[o->x];
    if (sees)
      line ("r = see(r, 0);");
    break;
  case OP_UNLOCK:
    indent -= is_monitor[o->x];
    line (is_monitor[o->x] ? "}" : "m%u.unlock();", o->x);
    if (sees)
      line ("r = see(r, 0);");
    break;
  case OP_TRYLOCK:
    line ("if (m%u.tryLock()) {", o->x);
    indent++;
    break;
  default:
    line ("if (m%u.tryLock(1, TimeUnit.SECONDS)) {", o->x);
    indent++;
    break;
  }
}

static void print_condition (const operation *o) {
  const char *wait = is_monitor[0] ? "m0.wait()" : "c.await()";
  switch (o->code) {
  case OP_WAIT:
    line ("%s;", wait);
    break;
  case OP_WAIT_LOOP:
    line ("while (%s != %u)", variable (o->x), o->v);
    line ("    %s;", wait);
    break;
  case OP_WAIT_TIMED:
    line ("r = see(r, c.await(1, TimeUnit.SECONDS) ? 0 : 1);");
    break;
  case OP_SIGNAL:
    line (is_monitor[0] ? "m0.notify();" : "c.signal();");
    break;
  default:
    line (is_monitor[0] ? "m0.notifyAll();" : "c.signalAll();");
    break;
  }
}

static void print_semaphore (const operation *o) {
  switch (o->code) {
  case OP_SEM_WAIT:
    line ("s.acquire();");
    break;
  case OP_SEM_POST:
    line ("s.release();");
    break;
  case OP_SEM_VALUE:
    line ("r = see(r, s.availablePermits());");
    break;
  default:
    line ("if (s.tryAcquire()) {");
    indent++;
    break;
  }
}

/*------------------------------------------------------------------------*/

static void print_dump (const program *p) {
  static const operation strong;
  for (unsigned i = 0; i < PLAIN; i++)
    line ("int s%u = %s;", i, uses_plain (p, i) ? variable (i) : "0");
  for (unsigned i = 0; i < ATOMIC; i++)
    line ("int s%u = (int) %s;", PLAIN + i,
          uses_atomic (p, i) ? value_of (&strong, i) : "0");
  line (
      "System.out.print(Integer.toUnsignedString(r) + \" \" + s0 + \" \" + s1 "
      "+ \" \" + s2 + \" \" + s3");
  line ("    + \" \" + s4 + \" \" + s5 + \" \" + s6 + \" \" + s7 + \" \" + "
        "s8);");
}

static void print_thread (const operation *o, unsigned thread, unsigned at) {
  switch (o->code) {
  case OP_CREATE:
    line ("(h%u = new Thread(Programs.body(P::thread%u))).start();", o->x,
          o->x);
    break;
  case OP_JOIN:
    line ("h%u.join();", o->x);
    line ("r = see(r, result%u);", o->x);
    break;
  case OP_ASSERT:
    line ("assert Integer.remainderUnsigned(r, %u) != %u : \"T%u_%u\";", o->v,
          o->w, thread, at);
    break;
  case OP_ASSUME:
    line ("Sett.assume(Integer.remainderUnsigned(r, %u) != %u);", o->v, o->w);
    break;
  case OP_CHOOSE:
    line ("r = see(r, Sett.choose(%u));", o->v);
    break;
  case OP_LEAVE:
    line ("if (r == r)"); /* what follows is never reached, says javac */
    line ("    return;");
    break;
  default:
    line ("System.exit(%u);", o->v);
    break;
  }
}

static void print_other (const program *p, const operation *o, unsigned thread,
                         unsigned at) {
  switch (o->code) {
  case OP_READ:
    line ("r = see(r, %s);", variable (o->x));
    break;
  case OP_WRITE:
    line ("%s = %u;", variable (o->x), o->v);
    break;
  case OP_INCREMENT:
    line ("%s = (%s) (%s + 1);", variable (o->x), o->x < 2 ? "int" : "byte",
          variable (o->x));
    break;
  case OP_RETRY:
    line ("{");
    line ("    int i = 0;");
    line ("    while (i < 2 && %s != %u)", value_of (o, o->x), o->v);
    line ("        i++;");
    line ("    r = see(r, i);");
    line ("}");
    break;
  case OP_LOCAL:
    line ("local.set(local.get() + 1);");
    line ("r = see(r, local.get());");
    break;
  case OP_PUBLISH:
    line ("hp.set(new int[] {%u});", o->v);
    break;
  case OP_USE:
    line ("{");
    line ("    int[] p = hp.get();");
    line ("    if (p != null)");
    line ("        r = see(r, p[0]);");
    line ("}");
    break;
  case OP_DUMP:
    print_dump (p);
    break;
  default:
    print_thread (o, thread, at);
    break;
  }
}

static void print_operation (const program *p, unsigned thread, unsigned at) {
  const operation *o = &p->code[thread][at];
  if (waits (o) || signals (o))
    print_condition (o);
  else if (o->code == OP_LOCK || o->code == OP_UNLOCK ||
           o->code == OP_TRYLOCK || o->code == OP_TIMEDLOCK)
    print_lock (p, o);
  else if (o->code >= OP_SEM_WAIT && o->code <= OP_SEM_VALUE)
    print_semaphore (o);
  else if (o->code == OP_LOAD || o->code == OP_STORE || o->code == OP_CAS ||
           o->code == OP_WHEN || is_update (o))
    print_atomic (o);
  else
    print_other (p, o, thread, at);
}

static void print_body (const program *p, unsigned t) {
  if (t)
    line ("static void thread%u() throws Exception {", t);
  else
    line ("static void program() throws Exception {");
  indent++;
  line ("int r = 0;");
  for (unsigned i = 0; i < p->length[t]; i++) {
    print_operation (p, t, i);
    for (unsigned k = 0; k <= i; k++)
      if (is_opener (&p->code[t][k]) && k + p->code[t][k].body == i) {
        indent--;
        line ("}");
      }
  }
  if (t)
    line ("result%u = r;", t);
  else
    line ("System.exit(0);"); /* the end of main is that of the program */
  indent--;
  line ("}");
}

static void print_variables (const program *p) {
  line ("static int x0, x1, result1, result2, result3;");
  line ("static byte b0, b1;");
  line ("static int see(int r, long v) { return r * 5 + (int) v + 1; }");
  line ("static volatile int v4;");
  line ("static final int[] elements = new int[2];");
  line ("static final AtomicReference<int[]> hp = new AtomicReference<>();");
  line ("static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() "
        "-> 0);");
  line ("static final Semaphore s = new Semaphore(%u);", p->semaphore);
  for (unsigned i = 0; i < MUTEXES; i++)
    line (is_monitor[i]
              ? "static final Object m%u = new Object();"
              : "static final ReentrantLock m%u = new ReentrantLock();",
          i);
  if (!is_monitor[0])
    line ("static final Condition c = m0.newCondition();");
  for (unsigned i = 0; i < ATOMIC - 1; i++) {
    if (is_object (i))
      line ("static final Atomic%s a%u = new Atomic%s();",
            i == 3 ? "Long" : "Integer", i, i == 3 ? "Long" : "Integer");
    else if (i == 2)
      line ("static final VarHandle A2 = "
            "MethodHandles.arrayElementVarHandle(int[].class);");
    else {
      line ("static %s a%u;", type_of (i), i);
      line ("static final VarHandle A%u = Programs.handle("
            "MethodHandles.lookup(), \"a%u\", %s.class);",
            i, i, type_of (i));
    }
  }
  for (unsigned i = 1; i < p->threads; i++)
    line ("static Thread h%u;", i);
}

static void print_class (const program *p, size_t n) {
  fprintf (out, "/* seed %lu */\nclass P%zu {\n    static class P {\n", p->seed,
           n);
  speaks_java (p); /* sets how locks and variables are written */
  indent = 2;
  print_variables (p);
  for (unsigned t = p->threads; t--;)
    print_body (p, t);
  fputs ("    }\n}\n\n", out);
}

void print_java (const program *programs, size_t count, FILE *file) {
  static const char head[] =
      "import java.lang.invoke.*;\n"
      "import java.util.concurrent.*;\n"
      "import java.util.concurrent.atomic.*;\n"
      "import java.util.concurrent.locks.*;\n"
      "import sett.Sett;\n\n"
      "public class Programs {\n"
      "    interface Body {\n"
      "        void run() throws Exception;\n"
      "    }\n\n"
      "    static Runnable body(Body b) {\n"
      "        return () -> {\n"
      "            try {\n"
      "                b.run();\n"
      "            } catch (Exception e) {\n"
      "                throw new IllegalStateException(e);\n"
      "            }\n"
      "        };\n"
      "    }\n\n"
      "    static VarHandle handle(MethodHandles.Lookup l, String name, "
      "Class<?> "
      "type) {\n"
      "        try {\n"
      "            return l.findStaticVarHandle(l.lookupClass(), name, type);\n"
      "        } catch (ReflectiveOperationException e) {\n"
      "            throw new IllegalStateException(e);\n"
      "        }\n"
      "    }\n\n"
      "    public static void main(String[] a) throws Exception {\n"
      "        int number = Integer.parseInt(a[0]);\n"
      "        if (a.length > 1) {\n"
      "            number += Sett.choose(Integer.parseInt(a[1]));\n"
      "            System.out.print((number - Integer.parseInt(a[0])) + "
      "\":\");\n"
      "        }\n"
      "        switch (number) {\n";
  out = file;
  fputs (head, out);
  for (size_t i = 0; i < count; i++)
    fprintf (out, "        case %zu: P%zu.P.program(); break;\n", i, i);
  fputs ("        }\n    }\n}\n\n", out);
  for (size_t i = 0; i < count; i++)
    print_class (&programs[i], i);
}
