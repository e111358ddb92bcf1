/* Where threads stand in the states of an execution: see standing.h. */

#include "stateless/standing.h"

#include "base/assert.h"

#define NEVER UINT32_MAX

void sett_standings_release (sett_standings *s) {
  SETT_RELEASE (s->successors);
}

static void find_successors (sett_standings *s) {
  const sett_log *log = s->log;
  for (unsigned t = 0; t < log->thread_count; t++)
    s->next[t] = NEVER;
  while (s->successors.count < log->count)
    SETT_PUSH (s->successors, NEVER);
  SETT_ASSERT (s->successors.count >= log->count);
  for (uint32_t i = log->count; i-- > 0;) {
    uint32_t *next = &s->next[log->events[i].thread];
    SETT_ASSERT (log->events[i].thread < log->thread_count);
    s->successors.at[i] = *next;
    *next = i;
  }
}

void sett_standings_begin (sett_standings *s, const sett_log *log,
                           uint32_t start) {
  SETT_ASSERT (start <= log->count);
  s->log = log;
  s->begun = SETT_NO_THREADS;
  find_successors (s);
  for (uint32_t i = 0; i < start; i++)
    sett_standings_pass (s, i);
}

void sett_standings_pass (sett_standings *s, uint32_t index) {
  const sett_event *event = &s->log->events[index];
  SETT_ASSERT (index < s->log->count && s->next[event->thread] == index);
  const unsigned thread = event->thread;
  sett_threads_add (&s->begun, thread);
  s->next[thread] = s->successors.at[index];
}

/* Nor is it known of a thread that did not get to it whatever it would touch.
 */
static int is_half_known (const sett_standings *s, unsigned thread) {
  return s->next[thread] == NEVER &&
         (sett_threads_have (s->log->spreading, thread));
}

/* False: the thread has not begun, or is finished.  Nothing is known of one
   that waits for an event to come, but whose it is, if it joins. */
static int stands (const sett_standings *s, uint32_t index, unsigned thread,
                   sett_standing *standing) {
  const sett_log *log = s->log;
  const sett_event *event = NULL;
  SETT_ASSERT (s->next[thread] == NEVER || s->next[thread] < log->count);
  if (s->next[thread] != NEVER)
    event = &log->events[s->next[thread]];
  else if (sett_threads_have (log->alive, thread))
    event = &log->pending[thread];
  *standing = (sett_standing){.awaited = -1};
  if (!event)
    return 0;
  if (event->cause != SETT_NO_CAUSE && event->cause >= index) {
    if (event->operation == SETT_DO_JOIN)
      standing->awaited = log->events[event->cause].thread;
    return sett_threads_have (s->begun, thread);
  }
  if (is_half_known (s, thread))
    return 1;
  standing->pending = event;
  standing->effects = log->effects + event->first;
  return 1;
}

sett_thread_set
sett_standings_get (const sett_standings *s, uint32_t index,
                    sett_standing standings[SETT_MOST_THREADS]) {
  sett_thread_set alive = SETT_NO_THREADS;
  SETT_ASSERT (s->log->thread_count <= SETT_MOST_THREADS);
  for (unsigned t = 0; t < s->log->thread_count; t++)
    if (stands (s, index, t, &standings[t]))
      sett_threads_add (&alive, t);
  return alive;
}
