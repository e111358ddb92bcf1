/* Classes of the program are watched in every respect.  java.util.concurrent is
   watched as far as it synchronises: its own plain fields are its own business.
   So are the few classes of java.util that have monitors.  Of all other classes
   of the JDK nothing is watched, and what their initialisers do does not count.

   While a class is loaded, or a call site linked, nothing counts either: that
   happens in the first execution only. */

#include "java/agent/classes.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/memory_accesses.h"
#include "java/agent/births.h"
#include "java/agent/channels.h"
#include "java/agent/contents.h"
#include "java/agent/idle_workers.h"
#include "java/agent/initialisers.h"
#include "java/agent/jdk.h"
#include "java/agent/jdk_natives.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/monitors.h"
#include "java/agent/kept_output.h"
#include "java/agent/permits.h"
#include "java/agent/read_locks.h"
#include "java/agent/selectors.h"
#include "java/agent/sites.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/rmi.h"
#include "java/agent/rounds.h"
#include "java/agent/shutdown_hooks.h"
#include "java/agent/spins.h"
#include "java/agent/statics.h"
#include "java/agent/thread_ends.h"
#include "java/agent/thread_operations.h"
#include "java/agent/time.h"
#include "java/agent/delays.h"
#include "java/agent/fork_join.h"
#include "java/agent/uncontrolled.h"
#include "java/agent/whole_methods.h"
#include "java/agent/verified.h"
#include "java/agent/sett_api.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DELAY                                                                  \
  "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)"                     \
  "Ljava/util/concurrent/ScheduledFuture;"

static const sett_diversion common[] = {
    {"java/lang/Thread", "join", "(J)V", SETT_DIVERT_BODY, "join",
     "(Ljava/lang/Thread;J)V"},
    {"java/lang/Thread", "interrupt", "()V", SETT_DIVERT_BEGIN, "interrupt",
     "(Ljava/lang/Thread;)V"},
    {"java/lang/Thread", "isInterrupted", "()Z", SETT_DIVERT_BEGIN,
     "isInterrupted", "(Ljava/lang/Thread;)V"},
    {"java/lang/Thread", "interrupted", "()Z", SETT_DIVERT_BEGIN,
     "wasInterrupted", "()V"},
    {"java/lang/Thread", "isAlive", "()Z", SETT_DIVERT_BODY, "isAlive",
     "(Ljava/lang/Thread;)Z"},
    {"java/lang/Thread", "onSpinWait", "()V", SETT_DIVERT_BODY, "spin", "()V"},
    {"java/lang/Thread", "getState", NULL, SETT_DIVERT_BEGIN, "uncontrolled",
     "(Ljava/lang/Object;)V"},
    {"java/lang/Thread", "setPriority", "(I)V", SETT_DIVERT_BODY, "ignore",
     "()V"},
    {"java/lang/ThreadGroup", "uncaughtException", NULL, SETT_DIVERT_BEGIN,
     "uncaught",
     "(Ljava/lang/ThreadGroup;Ljava/lang/Thread;Ljava/lang/Throwable;)V"},
    {"java/lang/System", "setProperty", NULL, SETT_DIVERT_BEGIN,
     "propertiesUsed", "()V"},
    {"java/lang/System", "clearProperty", NULL, SETT_DIVERT_BEGIN,
     "propertiesUsed", "()V"},
    {"java/lang/System", "setProperties", NULL, SETT_DIVERT_BEGIN,
     "propertiesUsed", "()V"},
    {"java/lang/System", "getProperties", NULL, SETT_DIVERT_BEGIN,
     "propertiesUsed", "()V"},
    {"java/lang/System", "getenv", "(Ljava/lang/String;)Ljava/lang/String;",
     SETT_DIVERT_BODY, "getenv", "(Ljava/lang/String;)Ljava/lang/String;"},
    {"java/lang/System", "getenv", "()Ljava/util/Map;", SETT_DIVERT_BODY,
     "getenv", "()Ljava/util/Map;"},
    {"java/lang/Runtime", "exit", "(I)V", SETT_DIVERT_BEGIN, "exit",
     "(Ljava/lang/Runtime;I)V"},
    {"java/lang/Runtime", "halt", "(I)V", SETT_DIVERT_BEGIN, "halt",
     "(Ljava/lang/Runtime;I)V"},
    {"java/lang/Runtime", "addShutdownHook", NULL, SETT_DIVERT_BODY, "addHook",
     "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {"java/lang/Runtime", "removeShutdownHook", NULL, SETT_DIVERT_BODY,
     "removeHook", "(Ljava/lang/Object;Ljava/lang/Object;)Z"},
    {"java/lang/ClassLoader", "loadClass", NULL, SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/ClassLoader", "findNative", NULL, SETT_DIVERT_MUTE, NULL, NULL},
    {"sun/util/locale/provider/LocaleProviderAdapter", "getAdapter", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandleNatives", "linkCallSite", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandleNatives", "linkMethod", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandleNatives", "linkMethodHandleConstant", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandleNatives", "linkDynamicConstant", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandleNatives", "findMethodHandleType", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/VarHandle", "getMethodHandle", NULL, SETT_DIVERT_MUTE,
     NULL, NULL},
    {"java/lang/invoke/VarForm", "getMemberName", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/lang/invoke/VarForm", "getMethodType", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/lang/invoke/VarForm", "getMethodType_V", NULL, SETT_DIVERT_MUTE,
     NULL, NULL},
    {"java/lang/invoke/MethodType", "makeImpl", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/lang/invoke/VarHandle", "accessModeType", NULL, SETT_DIVERT_MUTE,
     NULL, NULL},
    {"java/lang/invoke/Invokers", "checkVarHandleGenericType", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
    {"java/lang/invoke/MethodHandle", "asType", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/util/concurrent/CompletableFuture$Delayer", "delay", NULL,
     SETT_DIVERT_BODY, "delay", DELAY},
    {"java/util/Random", "seedUniquifier", "()J", SETT_DIVERT_BODY, "seed",
     "()J"},
    {"java/util/concurrent/ThreadLocalRandom", "localInit", "()V",
     SETT_DIVERT_BODY, "localInit", "()V"},
    {"java/util/concurrent/ThreadLocalRandom", "nextSecondarySeed", "()I",
     SETT_DIVERT_BODY, "secondarySeed", "()I"},
    {"java/security/SecureRandom", "nextBytes", "([B)V", SETT_DIVERT_BODY,
     "randomBytes", "(Ljava/lang/Object;[B)V"},
    {"java/security/SecureRandom", "generateSeed", "(I)[B", SETT_DIVERT_BODY,
     "generateSeed", "(Ljava/lang/Object;I)[B"},
    {"java/security/SecureRandom", "setSeed", NULL, SETT_DIVERT_BEGIN, "seeded",
     "(Ljava/lang/Object;)V"},
#define DIVERT(CLASS, METHOD, TYPE, KIND, TO, TO_TYPE)                         \
  {CLASS, METHOD, TYPE, SETT_DIVERT_##KIND, TO, TO_TYPE},
#include "java/agent/synchronizers.def"
#undef DIVERT
#define SOCKET "sun/nio/ch/NioSocketImpl"
#define DATAGRAMS "sun/nio/ch/DatagramSocketAdaptor"
    {SOCKET, "create", "(Z)V", SETT_DIVERT_BODY, "create",
     "(Ljava/lang/Object;Z)V"},
    {SOCKET, "bind", NULL, SETT_DIVERT_BODY, "bind",
     "(Ljava/lang/Object;Ljava/lang/Object;I)V"},
    {SOCKET, "listen", "(I)V", SETT_DIVERT_BODY, "listen",
     "(Ljava/lang/Object;I)V"},
    {SOCKET, "connect", "(Ljava/net/SocketAddress;I)V", SETT_DIVERT_BODY,
     "connect", "(Ljava/lang/Object;Ljava/lang/Object;I)V"},
    {"java/net/SocksSocketImpl", "connect", "(Ljava/net/SocketAddress;I)V",
     SETT_DIVERT_BODY, "connect", "(Ljava/lang/Object;Ljava/lang/Object;I)V"},
    {SOCKET, "accept", "(Ljava/net/SocketImpl;)V", SETT_DIVERT_BODY, "accept",
     "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {SOCKET, "read", "([BII)I", SETT_DIVERT_BODY, "read",
     "(Ljava/lang/Object;[BII)I"},
    {SOCKET, "write", "([BII)V", SETT_DIVERT_BODY, "write",
     "(Ljava/lang/Object;[BII)V"},
    {SOCKET, "available", "()I", SETT_DIVERT_BODY, "available",
     "(Ljava/lang/Object;)I"},
    {SOCKET, "close", "()V", SETT_DIVERT_BODY, "close",
     "(Ljava/lang/Object;)V"},
    {SOCKET, "shutdownInput", "()V", SETT_DIVERT_BODY, "shutdownInput",
     "(Ljava/lang/Object;)V"},
    {SOCKET, "shutdownOutput", "()V", SETT_DIVERT_BODY, "shutdownOutput",
     "(Ljava/lang/Object;)V"},
    {SOCKET, "setOption", "(ILjava/lang/Object;)V", SETT_DIVERT_BODY,
     "setOption", "(Ljava/lang/Object;ILjava/lang/Object;)V"},
    {SOCKET, "getOption", "(I)Ljava/lang/Object;", SETT_DIVERT_BODY,
     "getOption", "(Ljava/lang/Object;I)Ljava/lang/Object;"},
    {SOCKET, "setOption", "(Ljava/net/SocketOption;Ljava/lang/Object;)V",
     SETT_DIVERT_BODY, "setOption",
     "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V"},
    {SOCKET, "getOption", "(Ljava/net/SocketOption;)Ljava/lang/Object;",
     SETT_DIVERT_BODY, "getOption",
     "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"},
    {"java/net/Socket", "isClosed", "()Z", SETT_DIVERT_BODY, "isClosed",
     "(Ljava/lang/Object;)Z"},
    {"java/net/ServerSocket", "isClosed", "()Z", SETT_DIVERT_BODY, "isClosed",
     "(Ljava/lang/Object;)Z"},
    {"java/net/Socket", "close", "()V", SETT_DIVERT_FREE, "closeSocket",
     "(Ljava/lang/Object;)V"},
    {"java/net/ServerSocket", "close", "()V", SETT_DIVERT_FREE, "closeSocket",
     "(Ljava/lang/Object;)V"},
    {DATAGRAMS, "bind", NULL, SETT_DIVERT_BODY, "bind",
     "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {DATAGRAMS, "connectInternal", NULL, SETT_DIVERT_BODY, "connect",
     "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {DATAGRAMS, "disconnect", "()V", SETT_DIVERT_BODY, "disconnect",
     "(Ljava/lang/Object;)V"},
    {DATAGRAMS, "send", "(Ljava/net/DatagramPacket;)V", SETT_DIVERT_BODY,
     "send", "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {DATAGRAMS, "receive", NULL, SETT_DIVERT_BODY, "receive",
     "(Ljava/lang/Object;Ljava/lang/Object;)V"},
    {DATAGRAMS, "close", "()V", SETT_DIVERT_BODY, "closeDatagrams",
     "(Ljava/lang/Object;)V"},
    {DATAGRAMS, "isClosed", "()Z", SETT_DIVERT_BODY, "areClosed",
     "(Ljava/lang/Object;)Z"},
#undef SOCKET
#undef DATAGRAMS
    {"java/net/InetAddress", "getAllByName", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/net/InetAddress", "getByName", NULL, SETT_DIVERT_MUTE, NULL, NULL},
    {"java/net/InetAddress", "getLocalHost", NULL, SETT_DIVERT_MUTE, NULL,
     NULL},
    {"java/net/InetAddress", "getHostName", NULL, SETT_DIVERT_MUTE, NULL, NULL},
    {"java/net/InetAddress", "getCanonicalHostName", NULL, SETT_DIVERT_MUTE,
     NULL, NULL},
    {"sun/nio/ch/SelectorProviderImpl", "openUninterruptibleAdaptor", NULL,
     SETT_DIVERT_MUTE, NULL, NULL},
#define CHANNEL(CLASS, METHOD, TYPE, KIND, TO, TO_TYPE)                        \
  {CLASS, METHOD, TYPE, SETT_DIVERT_##KIND, TO, TO_TYPE},
#include "java/agent/channels.def"
#undef CHANNEL
#define REMOTE(CLASS, METHOD, TYPE, KIND, TO, TO_TYPE)                         \
  {CLASS, METHOD, TYPE, SETT_DIVERT_##KIND, TO, TO_TYPE},
#include "java/agent/rmi.def"
#undef REMOTE
#define WORD(CLASS, METHOD, TYPE, TO)                                          \
  { CLASS, METHOD, TYPE, SETT_DIVERT_BODY, TO, TYPE }
    WORD ("sett/Sett", "isChecking", "()Z", "isChecking"),
    WORD ("sett/Sett", "choose", "(I)I", "choose"),
    WORD ("sett/Sett", "assertTrue", "(Z)V", "assertTrue"),
    WORD ("sett/Sett", "assertTrue", "(ZLjava/lang/String;)V", "assertTrue"),
    WORD ("sett/Sett", "assume", "(Z)V", "assume"),
    WORD ("sett/Sett", "beginAtomic", "()V", "beginAtomic"),
    WORD ("sett/Sett", "endAtomic", "()V", "endAtomic"),
    WORD ("sett/Sett", "unshared", "(Ljava/lang/Object;)V", "unshared"),
    WORD ("sett/Sett", "label", "(Ljava/lang/String;)V", "label"),
    WORD ("gov/nasa/jpf/vm/Verify", "getInt", "(II)I", "between"),
    WORD ("gov/nasa/jpf/vm/Verify", "getBoolean", "()Z", "either"),
    WORD ("gov/nasa/jpf/vm/Verify", "random", "(I)I", "upTo"),
    WORD ("gov/nasa/jpf/vm/Verify", "randomBool", "()Z", "either"),
    WORD ("gov/nasa/jpf/vm/Verify", "ignoreIf", "(Z)V", "ignoreIf"),
    WORD ("gov/nasa/jpf/vm/Verify", "beginAtomic", "()V", "beginAtomic"),
    WORD ("gov/nasa/jpf/vm/Verify", "endAtomic", "()V", "endAtomic"),
#undef WORD
#define WHOLE(CLASS, METHOD)                                                   \
  {CLASS, METHOD, NULL, SETT_DIVERT_WHOLE, NULL, NULL},
#define APART(CLASS, METHOD)                                                   \
  {CLASS, METHOD, NULL, SETT_DIVERT_BEGIN, "apart", "()V"},
#define EACH(CLASS, METHOD) /* sites.c */
#define TOGETHER(CLASS, METHOD) WHOLE (CLASS, METHOD)
#define STEPS_IF(CLASS, METHOD, TYPE)                                          \
  {CLASS, METHOD, TYPE, SETT_DIVERT_BEGIN, "steps", "()V"},
#define STEPS(CLASS, METHOD) STEPS_IF (CLASS, METHOD, NULL)
#include "java/agent/whole_methods.def"
#undef WHOLE
#undef APART
#undef EACH
#undef TOGETHER
#undef STEPS
#undef STEPS_IF
    {"java/util/concurrent/ThreadPoolExecutor", "addWorker", NULL,
     SETT_DIVERT_BEGIN, "worker", "(Ljava/lang/Object;)V"},
    {"java/lang/Thread", "setDefaultUncaughtExceptionHandler", NULL,
     SETT_DIVERT_BEGIN, "handler", "()V"},
    {"java/lang/Thread", "setUncaughtExceptionHandler", NULL, SETT_DIVERT_BEGIN,
     "handler", "()V"},
#define NOTE(CLASS, METHOD, HOW, TEXT)                                         \
  {CLASS, METHOD, NULL, SETT_DIVERT_NOTE, NULL, NULL},
#include "java/agent/uncontrolled.def"
#undef NOTE
#define CONTENTS(CLASS, WRITERS)                                               \
  {CLASS, "*", NULL, SETT_DIVERT_CONTENTS, NULL, NULL},
#include "java/agent/contents.def"
#undef CONTENTS
};

/* Of ForkJoinPool, if it is modelled. */
static const sett_diversion modelled[] = {
#define FORK(CLASS, METHOD, TYPE, KIND, TO, TO_TYPE)                           \
  {CLASS, METHOD, TYPE, SETT_DIVERT_##KIND, TO, TO_TYPE},
#define FORK_NOTE(CLASS, METHOD, HOW, TEXT)                                    \
  {CLASS, METHOD, NULL, SETT_DIVERT_NOTE, NULL, NULL},
#include "java/agent/fork_join.def"
#undef FORK
#undef FORK_NOTE
};

enum {
  COMMON = sizeof common / sizeof *common,
  MODELLED = sizeof modelled / sizeof *modelled
};
static sett_diversion diversions[COMMON + MODELLED + 1];

static void choose_diversions (void) {
  memcpy (diversions, common, sizeof common);
  if (sett_fork_join_is_modelled ())
    memcpy (diversions + COMMON, modelled, sizeof modelled);
}

static void JNICALL ignore (JNIEnv *env, jclass c) {
  (void)env, (void)c;
}

/*------------------------------------------------------------------------*/
/* Rewriting. */

int sett_class_has_monitors (const char *name) {
  static const char *const begin[] = {"java/util/Vector",
                                      "java/util/Hashtable",
                                      "java/util/Properties",
                                      "java/lang/StringBuffer",
                                      "java/io/ByteArray",
                                      "java/io/Buffered",
                                      "java/io/PushbackInputStream",
                                      "java/io/DataOutputStream",
                                      "java/io/Print",
                                      "sun/nio/cs/Stream",
                                      "java/util/Stack",
                                      "java/util/Collections$Synchronized",
                                      "java/util/Timer",
                                      "java/util/TaskQueue",
                                      "java/io/Piped",
                                      "java/io/CharArray",
                                      "java/util/Observable"};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (!strncmp (name, begin[i], strlen (begin[i])))
      return 1;
  return 0;
}

/* Sets are made of maps. */
static int is_set (const char *name) {
  return !strcmp (name, "java/util/HashSet") ||
         !strcmp (name, "java/util/LinkedHashSet") ||
         !strcmp (name, "java/util/TreeSet");
}

static unsigned watch_of (const char *name) {
  enum {
    OF_PROGRAM = SETT_WATCH_MONITORS | SETT_WATCH_SYNCHRONIZED |
                 SETT_WATCH_FIELDS | SETT_WATCH_ARRAYS |
                 SETT_WATCH_INITIALISERS | SETT_WATCH_BIRTHS |
                 SETT_WATCH_ATOMICS | SETT_WATCH_LOOPS,
    WITH_MONITORS = SETT_WATCH_MONITORS | SETT_WATCH_SYNCHRONIZED |
                    SETT_WATCH_BIRTHS | SETT_MUTE_INITIALISERS,
    CONCURRENT = WITH_MONITORS | SETT_WATCH_VOLATILE | SETT_WATCH_ATOMICS,
  };
  if (!sett_is_foreign_class (name))
    return OF_PROGRAM;
  if (sett_is_fenced (name))
    return CONCURRENT | SETT_WATCH_FIELDS | SETT_WATCH_ARRAYS;
  if (!strncmp (name, "java/util/concurrent/", 21))
    return CONCURRENT;
  if (sett_class_has_monitors (name))
    return WITH_MONITORS;
  if (sett_is_collection (name))
    return SETT_MUTE_INITIALISERS | SETT_WATCH_FIELDS | SETT_WATCH_ARRAYS |
           SETT_WATCH_PARTS;
  return SETT_MUTE_INITIALISERS | (is_set (name) ? SETT_WATCH_BIRTHS : 0);
}

/* A class that was rewritten once stays as it is: the same sites. */
typedef struct rewritten {
  struct rewritten *next;
  uint64_t hash;
  size_t count, out_count;
  int again;
  uint8_t *out; /* null: there was nothing to do */
} rewritten;

static rewritten *known[4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_open;
static sett_group_of_loader *group_of;

static uint64_t hash_of (const unsigned char *bytes, size_t count) {
  uint64_t h = 14695981039346656037ul;
  for (size_t i = 0; i < count; i++)
    h = (h ^ bytes[i]) * 1099511628211ul;
  return h;
}

static void note_left (const sett_rewriting *r, const char *name) {
  if (sett_is_foreign_class (name))
    return;
  if (r->finalizes)
    sett_jnote (1, 0,
                "class %.60s has a finalizer: when it runs is not controlled",
                name);
  if (r->hands_on)
    sett_jnote (1, 0,
                "class %.50s uses fields or arrays by method references: not "
                "watched",
                name);
  if (r->too_long)
    sett_jnote (1, 0, "a method is too long to be watched: %.50s.%.40s", name,
                r->too_long_name);
}

/* How it is rewritten: one that is loaded, whose flags must stay, or one that
   the agent defines itself, with the classes of its lambdas. */
enum { AGAIN = 1, WITH_LAMBDAS };
static sett_class_taker *taker; /* ...where these go, */
static void *taker_context;     /* while the lock is held */

static unsigned without_flags (unsigned watch) {
  if (watch & SETT_WATCH_SYNCHRONIZED)
    watch |= SETT_WATCH_INSIDE;
  return watch & ~(unsigned)(SETT_WATCH_SYNCHRONIZED | SETT_MUTE_INITIALISERS);
}

static rewritten *rewrite (const char *name, const unsigned char *bytes,
                           size_t count, uint64_t hash, int again) {
  sett_rewriting r = {.helper = SETT_JAVA_HELPER,
                      .watch = again == AGAIN ? without_flags (watch_of (name))
                                              : watch_of (name),
                      .lambda = again == WITH_LAMBDAS ? taker : NULL,
                      .context = taker_context,
                      .diversions = diversions,
                      .site = sett_place_add,
                      .refers = sett_initialisers_refer};
  rewritten *fresh = calloc (1, sizeof *fresh);
  if (!fresh)
    sett_jgive_up ("out of memory");
  *fresh = (rewritten){
      .next = known[hash % 4096], .hash = hash, .count = count, .again = again};
  known[hash % 4096] = fresh;
  if (sett_class_rewrite (&r, bytes, count, &fresh->out, &fresh->out_count) ==
      SETT_DAMAGED)
    fresh->out = NULL; /* the virtual machine says what is wrong */
  note_left (&r, name);
  return fresh;
}

static const rewritten *find (const char *name, const unsigned char *bytes,
                              size_t count, int again, unsigned group) {
  const uint64_t hash = hash_of (bytes, count) + group;
  for (const rewritten *r = known[hash % 4096]; r; r = r->next)
    if (r->hash == hash && r->count == count && r->again == again)
      return r;
  return rewrite (name, bytes, count, hash, again);
}

/* What the thread is about to define; or null. */
static _Thread_local const char *expected;

void sett_class_expect (const char *name) {
  expected = name;
}

const uint8_t *sett_class_bytes (const char *name, const uint8_t *bytes,
                                 size_t *count, unsigned group,
                                 sett_class_taker *take, void *context) {
  pthread_mutex_lock (&lock);
  SETT_ASSERT (!taker_context); /* one class at a time */
  taker = take;
  taker_context = context;
  const rewritten *r = find (name, bytes, *count, WITH_LAMBDAS, group);
  taker_context = NULL;
  pthread_mutex_unlock (&lock);
  if (!r->out)
    return bytes;
  *count = r->out_count;
  return r->out;
}

/* Is it a class that comes as it shall be? */
static int is_expected (const char *name) {
  const int is = expected && !strcmp (expected, name);
  if (is)
    expected = NULL; /* others may be needed for it */
  else if (!sett_is_foreign_class (name))
    sett_verified_give_up ();
  return is;
}

void JNICALL sett_on_class (jvmtiEnv *jvmti, JNIEnv *env, jclass old,
                            jobject loader, const char *name, jobject domain,
                            jint count, const unsigned char *bytes,
                            jint *new_count, unsigned char **new_bytes) {
  (void)domain;
  if (!is_open || !name || strstr (name, "$$Lambda") ||
      sett_is_proxy_class (name) || !strncmp (name, "java/lang/Sett", 14) ||
      !strncmp (name, "java/lang/invoke/LambdaForm", 27))
    return;
  if (is_expected (name))
    return;
  sett_uncontrolled_load (name);
  const unsigned group = group_of (env, loader);
  pthread_mutex_lock (&lock);
  const rewritten *r =
      find (name, bytes, (size_t)count, old ? AGAIN : 0, group);
  pthread_mutex_unlock (&lock);
  SETT_ASSERT (r->count == (size_t)count);
  if (!r->out || (*jvmti)->Allocate (jvmti, (jlong)r->out_count, new_bytes))
    return;
  memcpy (*new_bytes, r->out, r->out_count);
  *new_count = (jint)r->out_count;
}

/*------------------------------------------------------------------------*/
/* The class of hooks. */

static const JNINativeMethod hooks[] = {
#define HOOK(NAME, METHOD, TYPE) {METHOD, TYPE, NULL},
#include "java/classfile/hook.def"
#undef HOOK
    {"join", "(Ljava/lang/Thread;J)V", (void *)sett_thread_join},
    {"interrupt", "(Ljava/lang/Thread;)V", (void *)sett_thread_interrupt},
    {"isInterrupted", "(Ljava/lang/Thread;)V",
     (void *)sett_thread_is_interrupted},
    {"isAlive", "(Ljava/lang/Thread;)Z", (void *)sett_thread_is_alive},
    {"wasInterrupted", "()V", (void *)sett_thread_was_interrupted},
    {"uncontrolled", "(Ljava/lang/Object;)V", (void *)sett_uncontrolled_state},
    {"ignore", "()V", (void *)ignore},
    {"propertiesUsed", "()V", (void *)sett_properties_used},
    {"getenv", "(Ljava/lang/String;)Ljava/lang/String;", (void *)sett_getenv},
    {"getenv", "()Ljava/util/Map;", (void *)sett_getenv_all},
    {"spin", "()V", (void *)sett_thread_spin},
    {"uncaught",
     "(Ljava/lang/ThreadGroup;Ljava/lang/Thread;Ljava/lang/Throwable;)V",
     (void *)sett_uncaught},
    {"exit", "(Ljava/lang/Runtime;I)V", (void *)sett_runtime_exit},
    {"halt", "(Ljava/lang/Runtime;I)V", (void *)sett_runtime_halt},
    {"addHook", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_shutdown_add},
    {"removeHook", "(Ljava/lang/Object;Ljava/lang/Object;)Z",
     (void *)sett_shutdown_remove},
    {"lock", "(Ljava/lang/Object;)V", (void *)sett_lock_lock},
    {"lockInterruptibly", "(Ljava/lang/Object;)V",
     (void *)sett_lock_interruptibly},
    {"tryLock", "(Ljava/lang/Object;)V", (void *)sett_lock_try},
    {"tryLockFor", "(Ljava/lang/Object;JLjava/lang/Object;)Z",
     (void *)sett_lock_try_for},
    {"unlock", "(Ljava/lang/Object;)V", (void *)sett_lock_unlock},
    {"await", "(Ljava/lang/Object;)V", (void *)sett_condition_await},
    {"awaitAlways", "(Ljava/lang/Object;)V",
     (void *)sett_condition_await_always},
    {"awaitNanos", "(Ljava/lang/Object;J)J",
     (void *)sett_condition_await_nanos},
    {"awaitFor", "(Ljava/lang/Object;JLjava/lang/Object;)Z",
     (void *)sett_condition_await_for},
    {"awaitUntil", "(Ljava/lang/Object;Ljava/lang/Object;)Z",
     (void *)sett_condition_await_until},
    {"signal", "(Ljava/lang/Object;)V", (void *)sett_condition_signal},
    {"signalAll", "(Ljava/lang/Object;)V", (void *)sett_condition_signal_all},
    {"readLock", "(Ljava/lang/Object;)V", (void *)sett_read_lock},
    {"readInterruptibly", "(Ljava/lang/Object;)V",
     (void *)sett_read_interruptibly},
    {"tryRead", "(Ljava/lang/Object;)V", (void *)sett_read_try},
    {"readUnlock", "(Ljava/lang/Object;)V", (void *)sett_read_unlock},
    {"tryReadFor", "(Ljava/lang/Object;JLjava/lang/Object;)Z",
     (void *)sett_read_try_for},
    {"askLock", "(Ljava/lang/Object;)V", (void *)sett_lock_ask},
    {"take", "(Ljava/lang/Object;)V", (void *)sett_permit_take},
    {"takeAlways", "(Ljava/lang/Object;)V", (void *)sett_permit_take_always},
    {"tryTake", "(Ljava/lang/Object;)V", (void *)sett_permit_try},
    {"give", "(Ljava/lang/Object;)V", (void *)sett_permit_give},
    {"giveSome", "(Ljava/lang/Object;I)V", (void *)sett_permit_give_some},
    {"askPermits", "(Ljava/lang/Object;)V", (void *)sett_permit_ask},
    {"otherPermits", "(Ljava/lang/Object;)V", (void *)sett_permits_other},
    {"tryTakeFor", "(Ljava/lang/Object;JLjava/lang/Object;)Z",
     (void *)sett_permit_try_for},
    {"countDown", "(Ljava/lang/Object;)V", (void *)sett_latch_count},
    {"passLatch", "(Ljava/lang/Object;)V", (void *)sett_latch_pass},
    {"askLatch", "(Ljava/lang/Object;)V", (void *)sett_latch_ask},
    {"passLatchFor", "(Ljava/lang/Object;JLjava/lang/Object;)Z",
     (void *)sett_latch_pass_for},
    {"create", "(Ljava/lang/Object;Z)V", (void *)sett_socket_create},
    {"bind", "(Ljava/lang/Object;Ljava/lang/Object;I)V",
     (void *)sett_socket_bind},
    {"listen", "(Ljava/lang/Object;I)V", (void *)sett_socket_listen},
    {"connect", "(Ljava/lang/Object;Ljava/lang/Object;I)V",
     (void *)sett_socket_connect},
    {"accept", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_socket_accept},
    {"read", "(Ljava/lang/Object;[BII)I", (void *)sett_socket_read},
    {"write", "(Ljava/lang/Object;[BII)V", (void *)sett_socket_write},
    {"available", "(Ljava/lang/Object;)I", (void *)sett_socket_available},
    {"close", "(Ljava/lang/Object;)V", (void *)sett_socket_close},
    {"shutdownInput", "(Ljava/lang/Object;)V", (void *)sett_socket_no_input},
    {"shutdownOutput", "(Ljava/lang/Object;)V", (void *)sett_socket_no_output},
    {"setOption", "(Ljava/lang/Object;ILjava/lang/Object;)V",
     (void *)sett_socket_set},
    {"getOption", "(Ljava/lang/Object;I)Ljava/lang/Object;",
     (void *)sett_socket_get},
    {"setOption", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_socket_set_named},
    {"getOption", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
     (void *)sett_socket_get_named},
    {"isClosed", "(Ljava/lang/Object;)Z", (void *)sett_socket_is_closed},
    {"closeSocket", "(Ljava/lang/Object;)V", (void *)sett_socket_close_outer},
    {"bind", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_datagrams_bind},
    {"connect", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_datagrams_connect},
    {"disconnect", "(Ljava/lang/Object;)V", (void *)sett_datagrams_disconnect},
    {"send", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_datagrams_send},
    {"receive", "(Ljava/lang/Object;Ljava/lang/Object;)V",
     (void *)sett_datagrams_receive},
    {"closeDatagrams", "(Ljava/lang/Object;)V", (void *)sett_datagrams_close},
    {"areClosed", "(Ljava/lang/Object;)Z", (void *)sett_datagrams_is_closed},
#define HOOK_OF(NAME, TYPE, FUNCTION) {NAME, TYPE, (void *)FUNCTION},
#include "java/agent/channels.def"
#include "java/agent/rmi.def"
#undef HOOK_OF
#define FORK_HOOK(NAME, TYPE, FUNCTION) {NAME, TYPE, (void *)FUNCTION},
#include "java/agent/fork_join.def"
#undef FORK_HOOK
    {"delay", DELAY, (void *)sett_delays_delay},
    {"apart", "()V", (void *)sett_whole_apart},
    {"worker", "(Ljava/lang/Object;)V", (void *)sett_idle_worker},
    {"handler", "()V", (void *)sett_idle_handler},
    {"steps", "()V", (void *)sett_uncontrolled_steps},
    {"isChecking", "()Z", (void *)sett_api_is_checking},
    {"choose", "(I)I", (void *)sett_api_choose},
    {"between", "(II)I", (void *)sett_api_between},
    {"upTo", "(I)I", (void *)sett_api_up_to},
    {"either", "()Z", (void *)sett_api_either},
    {"assertTrue", "(Z)V", (void *)sett_api_assert},
    {"assertTrue", "(ZLjava/lang/String;)V", (void *)sett_api_assert_text},
    {"assume", "(Z)V", (void *)sett_api_assume},
    {"ignoreIf", "(Z)V", (void *)sett_api_ignore},
    {"beginAtomic", "()V", (void *)sett_api_begin},
    {"endAtomic", "()V", (void *)sett_api_end},
    {"unshared", "(Ljava/lang/Object;)V", (void *)sett_api_unshared},
    {"label", "(Ljava/lang/String;)V", (void *)sett_api_label},
    {"seed", "()J", (void *)sett_random_seed},
    {"localInit", "()V", (void *)sett_random_local},
    {"secondarySeed", "()I", (void *)sett_random_secondary},
    {"randomBytes", "(Ljava/lang/Object;[B)V", (void *)sett_random_bytes},
    {"generateSeed", "(Ljava/lang/Object;I)[B", (void *)sett_random_generate},
    {"seeded", "(Ljava/lang/Object;)V", (void *)sett_random_seeded},
};

enum { NATIVES = sizeof hooks / sizeof *hooks };

static void *const hook_functions[SETT_HOOKS] = {
    [SETT_HOOK_ENTER] = (void *)sett_hook_enter,
    [SETT_HOOK_EXIT] = (void *)sett_hook_exit,
    [SETT_HOOK_ENTERED] = (void *)sett_hook_entered,
    [SETT_HOOK_GETFIELD] = (void *)sett_hook_getfield,
    [SETT_HOOK_PUTFIELD] = (void *)sett_hook_putfield,
    [SETT_HOOK_GETSTATIC] = (void *)sett_hook_getstatic,
    [SETT_HOOK_PUTSTATIC] = (void *)sett_hook_putstatic,
    [SETT_HOOK_LOAD] = (void *)sett_hook_load,
    [SETT_HOOK_STORE] = (void *)sett_hook_store,
    [SETT_HOOK_COPY] = (void *)sett_hook_copy,
    [SETT_HOOK_RANGE] = (void *)sett_hook_range,
    [SETT_HOOK_BORN] = (void *)sett_hook_born,
    [SETT_HOOK_INNER] = (void *)sett_hook_inner,
    [SETT_HOOK_COPIED] = (void *)sett_hook_copied,
    [SETT_HOOK_CONTENTS] = (void *)sett_hook_contents,
    [SETT_HOOK_NOTE] = (void *)sett_hook_note,
    [SETT_HOOK_UNSAFE] = (void *)sett_hook_unsafe,
    [SETT_HOOK_HANDLE] = (void *)sett_hook_handle,
    [SETT_HOOK_RESULT] = (void *)sett_hook_result,
    [SETT_HOOK_INT] = (void *)sett_hook_local_int,
    [SETT_HOOK_LONG] = (void *)sett_hook_local_long,
    [SETT_HOOK_FLOAT] = (void *)sett_hook_local_float,
    [SETT_HOOK_DOUBLE] = (void *)sett_hook_local_double,
    [SETT_HOOK_OBJECT] = (void *)sett_hook_local_object,
    [SETT_HOOK_ROUND] = (void *)sett_hook_round,
    [SETT_HOOK_BACK] = (void *)sett_hook_back,
    [SETT_HOOK_LEFT] = (void *)sett_hook_left,
    [SETT_HOOK_STRANGE] = (void *)sett_hook_strange,
    [SETT_HOOK_BEGIN] = (void *)sett_hook_begin,
    [SETT_HOOK_END] = (void *)sett_hook_end,
    [SETT_HOOK_MUTE] = (void *)sett_hook_mute,
    [SETT_HOOK_WHOLE] = (void *)sett_hook_whole,
    [SETT_HOOK_WHOLE_END] = (void *)sett_hook_whole_end,
};

static int define_hooks (JNIEnv *env) {
  JNINativeMethod natives[NATIVES];
  const char *list[2 * NATIVES + 1] = {0};
  size_t size;
  for (int i = 0; i < NATIVES; i++) {
    natives[i] = hooks[i];
    if (i < SETT_HOOKS)
      natives[i].fnPtr = hook_functions[i];
    list[2 * i] = natives[i].name;
    list[2 * i + 1] = natives[i].signature;
  }
  const sett_native_class class = {
      .name = SETT_JAVA_HELPER, .methods = list, .are_static = 1};
  uint8_t *bytes = sett_class_synthesize (&class, &size);
  jclass made = (*env)->DefineClass (env, SETT_JAVA_HELPER, NULL,
                                     (jbyte *)bytes, (jsize)size);
  free (bytes);
  return made && !(*env)->RegisterNatives (env, made, natives, NATIVES);
}

/*------------------------------------------------------------------------*/
/* Classes that were loaded before. */

static int is_diverted (const char *name) {
  for (const sett_diversion *d = diversions; d->class_name; d++)
    if (!strcmp (d->class_name, name))
      return 1;
  return 0;
}

static int is_of_interest (jclass class) {
  char *signature = NULL;
  jboolean modifiable = 0;
  int found = 0;
  if ((*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL))
    return 0;
  if (*signature == 'L') {
    signature[strlen (signature) - 1] = 0;
    const char *name = signature + 1;
    found = is_diverted (name) || sett_class_has_monitors (name) ||
            sett_is_collection (name) || is_set (name) ||
            !strncmp (name, "java/util/concurrent/", 21);
  }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  return found &&
         !(*world.jvmti)->IsModifiableClass (world.jvmti, class, &modifiable) &&
         modifiable;
}

static int rewrite_loaded (void) {
  jint count = 0, kept = 0;
  jclass *classes = NULL;
  if ((*world.jvmti)->GetLoadedClasses (world.jvmti, &count, &classes))
    return 0;
  for (jint i = 0; i < count; i++)
    if (is_of_interest (classes[i]))
      classes[kept++] = classes[i];
  const jvmtiError error =
      (*world.jvmti)->RetransformClasses (world.jvmti, kept, classes);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)classes);
  if (error)
    fprintf (stderr, "classes of the JDK cannot be rewritten (error %d)\n",
             error);
  return !error;
}

int sett_classes_open (JNIEnv *env, sett_group_of_loader *groups) {
  group_of = groups;
  choose_diversions ();
  *(void **)&jdk.real_write = sett_real_write ();
  if (!sett_jdk_find (env))
    return 0;
  if (!define_hooks (env) || !sett_natives_replace (env)) {
    (*env)->ExceptionDescribe (env);
    fprintf (stderr, "this Java virtual machine refuses the hooks: use a JDK "
                     "17\n");
    return 0;
  }
  is_open = 1;
  return rewrite_loaded ();
}
