/* ForkJoinPool as a model: what its threads do to each other is decided here,
   and nothing is left of the JDK's queues, counters and signals.

   Each thread of a pool has a queue of tasks, and those that are submitted from
   outside have one.  To searches each queue is an object, and so are whether
   the pool is shut down, how many threads it has, and how many of them wait.

   - To fork or to submit a task is one event.  It starts a thread as long as
     there are fewer than the pool may have.  That the JDK wakes an idle one
     instead makes no difference: a thread that takes nothing is as if it were
     not there.
   - To take a task is one, too.  A thread takes its own first, the latest (or
     the first, with asyncMode); then those of others, from their beginnings, in
     any order of the queues.  Of what several threads have submitted any one
     may come next: the JDK's random numbers may lead them to one queue and away
     from it again.
   - To join a task that is not done: it is run if it is in the own queue.  One
     that another thread has may be waited for; or the thread runs a task of
     others meanwhile, from the beginning of any thread's queue.  The JDK wants
     those of a thread that has taken one from here; but it takes for such one,
     too, the word that it locks the first queue of submitted tasks with
     (`source' in helpJoin).  For a CountedCompleter any that it is made of is
     run before that.
   - Who waits in a task, for another one or by managedBlock, makes room for
     another thread, if it was the last one that did not wait.  So there can be
     more threads than the pool may have.  A thread that is too many may sleep
     although there is something to do, as long as there are enough others.
   - A pool that is shut down ends when no thread has anything to do.

   What a task does happens after what was done before it was submitted, and
   before what is done by whoever knows that it is done: that is what the JDK
   promises, and all that races are judged by.

   Threads of a pool that have not taken anything yet are told apart by their
   names only.  So they take their first tasks in the order in which they were
   started, unless the program asks for names, numbers or hashes of such
   threads, which is learnt (SETT_LEARNT_WORKERS).

   That a task is taken as long as there is a thread for it is taken for
   granted of the JDK; so is that a thread which has had nothing to do for the
   time that it is kept (a minute) is still there.

   Beside C programs, and with --discipline none, which tries every step, the
   JDK's own code runs, with a note. */

#ifndef SETT_JAVA_AGENT_FORK_JOIN_H
#define SETT_JAVA_AGENT_FORK_JOIN_H

#include "java/agent/jvm_world.h"

/* Is there a model, rather than the JDK's own code? */
static inline int sett_fork_join_is_modelled (void) {
  return !world.shared->errands &&
         world.shared->orders.discipline != SETT_DISCIPLINE_NONE;
}

/* An execution begins; it is over. */
void sett_fork_join_begin (void);
void sett_fork_join_end (JNIEnv *);

/* A thread of a pool is about to wait for a condition, as a part of the present
   event; and does not any more, by an event, which comes when it was woken.
   False: the execution is over. */
void sett_fork_begin_wait (JNIEnv *, sett_jthread *);
int sett_fork_end_wait (JNIEnv *, sett_jthread *);

/* In place of methods of the JDK (fork_join.def). */
void JNICALL sett_fork_submit (JNIEnv *, jclass, jobject pool, jobject task);
void JNICALL sett_fork_push (JNIEnv *, jclass, jobject queue, jobject task,
                             jobject pool);
void JNICALL sett_fork_enter (JNIEnv *, jclass, jobject pool, jobject queue);
void JNICALL sett_fork_work (JNIEnv *, jclass, jobject pool, jobject queue);
void JNICALL sett_fork_leave (JNIEnv *, jclass, jobject pool, jobject thread,
                              jthrowable);
jboolean JNICALL sett_fork_stop (JNIEnv *, jclass, jobject pool, jboolean now,
                                 jboolean enable);
jboolean JNICALL sett_fork_await_end (JNIEnv *, jclass, jobject pool,
                                      jlong time, jobject unit);
jboolean JNICALL sett_fork_await_quiet (JNIEnv *, jclass, jobject pool,
                                        jlong time, jobject unit);
void JNICALL sett_fork_block (JNIEnv *, jclass, jobject pool, jobject blocker);
jint JNICALL sett_fork_done (JNIEnv *, jclass, jobject task);
jint JNICALL sett_fork_cancelled (JNIEnv *, jclass, jobject task);
jint JNICALL sett_fork_thrown (JNIEnv *, jclass, jobject task, jthrowable);
jint JNICALL sett_fork_await (JNIEnv *, jclass, jobject task, jobject pool,
                              jboolean ran, jboolean interruptible,
                              jboolean timed, jlong nanos);
jobject JNICALL sett_fork_join (JNIEnv *, jclass, jobject task);
void JNICALL sett_fork_join_quietly (JNIEnv *, jclass, jobject task);
void JNICALL sett_fork_again (JNIEnv *, jclass, jobject task);
jshort JNICALL sett_fork_tag (JNIEnv *, jclass, jobject task, jshort);
jboolean JNICALL sett_fork_tag_if (JNIEnv *, jclass, jobject task,
                                   jshort expected, jshort);
jboolean JNICALL sett_fork_unpush (JNIEnv *, jclass, jobject task);
/* Tasks that a thread takes to do with them what it likes: of its own queue; or
   else of any; of those from outside.  Null: there is none. */
jobject JNICALL sett_fork_peek_own (JNIEnv *, jclass);
jobject JNICALL sett_fork_poll_own (JNIEnv *, jclass);
jobject JNICALL sett_fork_poll (JNIEnv *, jclass);
jobject JNICALL sett_fork_poll_outside (JNIEnv *, jclass);
/* It runs what a CountedCompleter is made of, of its own queue. */
void JNICALL sett_fork_help (JNIEnv *, jclass, jobject task, jint most);
/* Somebody asks for the name or number of a thread, or for a hash of it. */
void JNICALL sett_fork_name (JNIEnv *, jclass, jobject thread);

#endif
