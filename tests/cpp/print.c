/* Programs as C++: see program.h, and frame.h for what they have around them.
 */

#include "program.h"

static const program *p;
static FILE *out;
static unsigned depth;
static unsigned names; /* of variables, so that none hides another */

static const char *const orders[] = {"seq_cst", "acq_rel", "relaxed"};
static const char *const plains[2][PLAIN] = {{"x0", "x1", "vec"},
                                             {"here.x0", "here.x1", "vec"}};

static const char *order (const node *n, int loads, int stores) {
  if (n->w == 1 && !(loads && stores))
    return loads ? "acquire" : "release";
  return orders[n->w];
}

#define LINE(...)                                                              \
  do {                                                                         \
    fprintf (out, "%*s", 2 * (int)depth, "");                                  \
    fprintf (out, __VA_ARGS__);                                                \
    fputc ('\n', out);                                                         \
  } while (0)

static void print_list (uint8_t n);

static void print_block (uint8_t n) {
  depth++;
  print_list (n);
  depth--;
}

static void print_plain (const node *n) {
  const char *name = plains[p->local][n->x];
  const int vector = n->x == 2;
  if (n->kind == DO_READ)
    LINE ("SEE (%s%s);", name, vector ? ".size ()" : "");
  else if (n->kind == DO_WRITE)
    LINE ("%s = %u;", name, n->v);
  else if (vector)
    LINE ("vec.push_back (1);");
  else
    LINE ("%s = %s + 1;", name, name);
}

static void print_atomic (const node *n) {
  switch (n->kind) {
  case DO_LOAD:
    LINE ("SEE (a%u.load (std::memory_order_%s));", n->x, order (n, 1, 0));
    return;
  case DO_STORE:
    LINE ("a%u.store (%u, std::memory_order_%s);", n->x, n->v, order (n, 0, 1));
    return;
  case DO_ADD:
    LINE ("SEE (a%u.fetch_add (%u, std::memory_order_%s));", n->x, n->v,
          order (n, 1, 1));
    return;
  case DO_IF:
    LINE ("if (a%u == %u) {", n->x, n->v);
    print_block (n->body);
    LINE ("}");
    return;
  case DO_AWAIT:
    LINE ("a%u.wait (%u);", n->x, n->v);
    return;
  default:
    LINE ("a%u.notify_%s ();", n->x, n->v ? "all" : "one");
  }
}

static void print_guard (const node *n) {
  static const char *const ways[] = {"lock_guard", "unique_lock",
                                     "scoped_lock"};
  const unsigned name = names++;
  LINE ("{");
  depth++;
  if (n->kind == DO_GUARD)
    LINE ("std::%s held%u (m%u);", ways[n->v], name, n->x);
  else if (n->kind == DO_SHARED || n->kind == DO_TRY_SHARED)
    LINE ("std::shared_lock held%u (s%s);", name,
          n->kind == DO_SHARED ? "" : ", std::try_to_lock");
  else if (n->kind == DO_EXCLUSIVE)
    LINE ("std::unique_lock held%u (s);", name);
  else
    LINE ("std::unique_lock held%u (m%u, %s);", name, n->x,
          n->kind == DO_TRY ? "std::try_to_lock" : "LIMIT");
  depth--;
  if (n->kind == DO_TRY || n->kind == DO_TIMED || n->kind == DO_TRY_SHARED) {
    LINE ("  if (held%u) {", name);
    depth++;
    print_block (n->body);
    depth--;
    LINE ("  }");
  } else
    print_block (n->body);
  LINE ("}");
}

static void print_wait (const node *n) {
  const unsigned name = names++;
  const char *condition = p->any ? "ca" : "c";
  const char *x0 = plains[p->local][0];
  LINE ("{");
  depth++;
  LINE ("std::unique_lock held%u (m0);", name);
  if (n->kind == DO_WAIT)
    LINE ("%s.wait (held%u, [&] { return %s >= %u; });", condition, name, x0,
          n->v);
  else if (n->kind == DO_WAIT_TIMED)
    LINE ("SEE (%s.wait_for (held%u, LIMIT, [&] { return %s >= %u; }));",
          condition, name, x0, n->v);
  else
    LINE ("SEE (ca.wait (held%u, token, [&] { return %s >= %u; }));", name, x0,
          n->v);
  print_list (n->body);
  depth--;
  LINE ("}");
}

/* What a lambda takes with it. */
static const char *captures (void) {
  static char text[60];
  snprintf (text, sizeof text, "&%s%s%s", has (p, DO_FAILURE) ? ", failed" : "",
            has (p, DO_OBJECT) ? ", shared, watched" : "",
            has (p, DO_PROMISE) ? ", result" : "");
  return text;
}

static void print_thread (const node *n) {
  static const char *const types[] = {"thread", "thread", "jthread", "thread"};
  LINE ("{");
  depth++;
  LINE ("std::%s t%u ([%s] (%s) mutable {", types[n->v], n->x, captures (),
        n->v == JTHREAD ? "std::stop_token token" : "");
  LINE ("  unsigned r = 0;");
  print_block (n->body);
  if (p->shows[n->x])
    LINE ("  SHOW (r);");
  else
    LINE ("  results[%u] = r;", n->x);
  LINE ("});");
  if (n->v == DETACHED)
    LINE ("t%u.detach ();", n->x);
  print_list (n->other);
  if (n->v == JOINED)
    LINE ("t%u.join ();", n->x);
  depth--;
  LINE ("}");
}

static void print_async (const node *n) {
  LINE ("{");
  depth++;
  if (n->v == PACKAGED)
    LINE ("std::packaged_task<unsigned ()> task%u ([%s] () mutable {", n->x,
          captures ());
  else
    LINE ("auto future%u = std::async (std::launch::%s, [%s] () mutable {",
          n->x, n->v == DEFERRED ? "deferred" : "async", captures ());
  LINE ("  unsigned r = 0;");
  print_block (n->body);
  if (n->x < MOST_THREADS && p->shows[n->x])
    LINE ("  SHOW (r);");
  LINE ("  return r;");
  LINE ("});");
  if (n->v == PACKAGED) {
    LINE ("auto future%u = task%u.get_future ();", n->x, n->x);
    LINE ("std::jthread t%u (std::move (task%u));", n->x, n->x);
  }
  print_list (n->other);
  if (n->w)
    LINE ("SEE (future%u.get ());", n->x);
  depth--;
  LINE ("}");
}

static void print_sync (const node *n) {
  switch (n->kind) {
  case DO_SIGNAL:
    LINE ("%s.notify_%s ();", p->any ? "ca" : "c", n->v ? "all" : "one");
    return;
  case DO_ONCE:
    LINE ("std::call_once (once, [&] {");
    print_block (n->body);
    LINE ("});");
    return;
  case DO_ACQUIRE:
    LINE ("semaphore.acquire ();");
    return;
  case DO_RELEASE:
    LINE ("semaphore.release ();");
    return;
  case DO_TRY_ACQUIRE:
    LINE ("if (semaphore.try_acquire ()) {");
    print_block (n->body);
    LINE ("}");
    return;
  case DO_DOWN:
    LINE ("latch.count_down ();");
    return;
  case DO_ARRIVE:
    LINE ("latch.arrive_and_wait ();");
    return;
  case DO_LOOK:
    LINE ("SEE (latch.try_wait ());");
    return;
  case DO_BARRIER:
    LINE ("barrier.arrive_and_wait ();");
    return;
  case DO_STOP:
    LINE ("SEE (t%u.request_stop ());", n->x);
    return;
  case DO_STOPPED:
    LINE ("SEE (token.stop_requested ());");
    return;
  default: /* CALLBACK */
    LINE ("{");
    LINE ("  std::stop_callback callback%u (token, effect_%u);", names++,
          OF_OBJECT);
    print_block (n->body);
    LINE ("}");
  }
}

/* Objects, exceptions, results. */
static void print_object (const node *n) {
  switch (n->kind) {
  case DO_STATIC:
    LINE ("use_static_%u (r);", n->x);
    return;
  case DO_LOCAL:
    LINE ("{");
    LINE ("  object object%u;", names++);
    print_block (n->body);
    LINE ("}");
    return;
  case DO_TOUCH:
    LINE ("SEE (tls_%u ().uses++);", n->x);
    return;
  case DO_PROTECT:
    LINE ("try {");
    print_block (n->body);
    LINE ("} catch (...) {");
    LINE ("  SEE (what_failed ());");
    print_block (n->other);
    LINE ("}");
    return;
  case DO_THROW:
    LINE ("throw failure (%u);", n->v);
    return;
  case DO_FAILURE:
    LINE ("{");
    LINE ("  std::exception_ptr failed = make_failure (%u);", n->v);
    print_block (n->body);
    LINE ("}");
    return;
  case DO_RETHROW:
    LINE ("if (failed)");
    LINE ("  std::rethrow_exception (failed);");
    return;
  case DO_FORGET:
    LINE ("failed = nullptr;");
    return;
  case DO_OBJECT:
    LINE ("{");
    LINE ("  auto shared = std::make_shared<object> ();");
    LINE ("  std::weak_ptr<object> watched = shared;");
    print_block (n->body);
    LINE ("}");
    return;
  case DO_COUNT:
    LINE ("SEE (watched.use_count ());");
    return;
  case DO_RESET:
    LINE ("shared.reset ();");
    return;
  default: /* WEAK */
    LINE ("if (auto locked%u = watched.lock ()) {", names++);
    LINE ("  SEE (7);");
    print_block (n->body);
    LINE ("}");
  }
}

static void print_result (const node *n) {
  switch (n->kind) {
  case DO_PROMISE:
    LINE ("{");
    LINE ("  std::promise<unsigned> promise;");
    LINE ("  std::shared_future<unsigned> result = promise.get_future ();");
    print_block (n->body);
    LINE ("}");
    return;
  case DO_SET:
    LINE ("TRY_TO (promise.set_value (%u));", n->v);
    return;
  case DO_SET_LATE:
    LINE ("TRY_TO (promise.set_value_at_thread_exit (%u));", n->v);
    return;
  case DO_PASS_ON:
    LINE ("TRY_TO (promise.set_exception (std::current_exception ()));");
    return;
  case DO_FAIL:
    LINE ("TRY_TO (promise.set_exception (make_failure (%u)));", n->v);
    return;
  case DO_GET:
    LINE ("SEE (result.get ());");
    return;
  default: /* POLL */
    LINE ("SEE (result.wait_for (std::chrono::seconds (0)) == "
          "std::future_status::ready);");
  }
}

static void print_end (const node *n) {
  switch (n->kind) {
  case DO_SAY:
    LINE ("say ('%c');", 'a' + n->v);
    return;
  case DO_SAY_LOAD:
    LINE ("say ((char)('0' + a%u.load () %% 10));", n->x);
    return;
  case DO_SHOW:
    LINE ("SHOW (r);");
    return;
  case DO_AT_EXIT:
    LINE ("std::atexit (effect_%u);", OF_EXIT + n->x);
    return;
  case DO_AT_QUICK:
    LINE ("std::at_quick_exit (effect_%u);", OF_EXIT + n->x);
    return;
  case DO_EXIT:
    LINE ("std::%s (%u);",
          n->w == 0   ? "exit"
          : n->w == 1 ? "quick_exit"
                      : "_Exit",
          n->v);
    return;
  default:
    LINE ("std::terminate ();");
  }
}

static void print_statement (const node *n) {
  if (n->kind <= DO_INCREMENT)
    print_plain (n);
  else if (n->kind <= DO_NOTIFY)
    print_atomic (n);
  else if (n->kind <= DO_TRY_SHARED)
    print_guard (n);
  else if (n->kind <= DO_WAIT_STOP)
    print_wait (n);
  else if (n->kind == DO_STATIC || n->kind == DO_LOCAL || n->kind == DO_TOUCH ||
           (n->kind >= DO_PROTECT && n->kind <= DO_WEAK))
    print_object (n);
  else if (n->kind == DO_THREAD)
    print_thread (n);
  else if (n->kind == DO_ASYNC)
    print_async (n);
  else if (n->kind <= DO_CALLBACK)
    print_sync (n);
  else if (n->kind <= DO_POLL)
    print_result (n);
  else
    print_end (n);
}

static void print_list (uint8_t n) {
  for (; n; n = p->at[n].next)
    print_statement (&p->at[n]);
}

static void print_effect (unsigned i) {
  LINE ("static void effect_%u () {", i);
  LINE ("  unsigned r = 0;");
  print_block (p->effect[i]);
  LINE ("  (void)r;");
  LINE ("}");
}

static void print_variables (void) {
  static const char *const kinds[] = {"mutex", "recursive_mutex",
                                      "timed_mutex"};
  if (!p->local)
    LINE ("PLAIN x0, x1;");
  LINE ("static auto &vec = *new VECTOR;");
  LINE ("static std::atomic<int> a0, a1;");
  for (unsigned m = 0; m < MUTEXES; m++)
    LINE ("static std::%s m%u;", kinds[p->mutex[m]], m);
  LINE ("static std::shared_mutex s;");
  if (p->any)
    LINE ("static auto &ca = *new std::condition_variable_any;");
  else
    LINE ("static auto &c = *new std::condition_variable;");
  LINE ("static std::once_flag once;");
  LINE ("static std::counting_semaphore<> semaphore (%u);", p->semaphore);
  LINE ("static std::latch latch (%u);", p->latch);
  LINE ("static unsigned results[%u];", MOST_THREADS);
}

static void print_classes (void) {
  LINE ("struct object { ~object () { effect_%u (); } };", OF_OBJECT);
  for (unsigned i = 0; i < 2; i++) {
    LINE ("struct tls_object_%u {", i);
    LINE ("  unsigned uses = 0;");
    LINE ("  ~tls_object_%u () { effect_%u (); }", i, OF_TLS + i);
    LINE ("};");
    LINE ("static tls_object_%u &tls_%u () {", i, i);
    LINE ("  static thread_local tls_object_%u one;", i);
    LINE ("  return one;");
    LINE ("}");
    LINE ("struct static_%u {", i);
    LINE ("  unsigned value = 6;");
    LINE ("  static_%u () { effect_%u (); }", i, OF_BEGIN);
    LINE ("  ~static_%u () { effect_%u (); }", i, OF_STATIC + i);
    LINE ("};");
    LINE ("static void use_static_%u (unsigned &r) {", i);
    LINE ("  static static_%u one;", i);
    LINE ("  SEE (one.value);");
    LINE ("}");
  }
  if (p->global)
    LINE ("static struct global { ~global () { if (is_chosen (NUMBER)) "
          "effect_%u (); } } global_object;",
          OF_GLOBAL);
}

void print_program (const program *of, unsigned number, FILE *file) {
  p = of;
  out = file;
  names = depth = 0;
  LINE ("#undef NUMBER");
  LINE ("#define NUMBER %u", number);
  LINE ("namespace p%u {", number);
  print_variables ();
  for (unsigned i = 0; i < EFFECTS; i++)
    if (i != OF_BEGIN)
      print_effect (i);
  LINE ("static void finish () noexcept { effect_%u (); }", OF_COMPLETION);
  LINE ("struct completion { void operator() () noexcept { finish (); } };");
  LINE ("static auto &barrier = *new std::barrier<completion> (2);");
  LINE ("struct failure {");
  LINE ("  unsigned value;");
  LINE ("  explicit failure (unsigned v) : value (v) {}");
  LINE ("  failure (const failure &) = delete;");
  LINE ("  ~failure () { effect_%u (); }", OF_FAILURE);
  LINE ("};");
  LINE ("static std::exception_ptr make_failure (unsigned v) {");
  LINE ("  try {");
  LINE ("    throw failure (v);");
  LINE ("  } catch (...) {");
  LINE ("    return std::current_exception ();");
  LINE ("  }");
  LINE ("}");
  LINE ("WHAT_FAILED");
  print_effect (OF_BEGIN);
  print_classes ();
  LINE ("static int main () {");
  LINE ("  unsigned r = 0;");
  if (p->local)
    LINE ("  struct { PLAIN x0 = 0, x1 = 0; } here;");
  print_block (p->main);
  for (unsigned i = 1; i < MOST_THREADS; i++)
    LINE ("  SEE (results[%u]);", i);
  LINE ("  SHOW (r);");
  LINE ("  return %u;", p->status);
  LINE ("}");
  LINE ("}");
}
