# ForkJoinPool (part of check): random programs of tasks that fork and join each other
# (RandomForks.java), against the search that tries every order, walks by chance, walks
# through the JDK's own steps (--discipline none), and the machine; deliberate errors.

check_forks () {
  local family seed last
  wanted "random shared" || wanted "random forks" || return
  export SHARED_CLASS=RandomForks WALKS=100 RUNS=50
  if [ -z "${LONG-}" ]; then
    compare_shared common "$FIRST_SEED" 2
    compare_shared own "$FIRST_SEED" 1
  else
    last=$((FIRST_SEED + $(volume 15) - 1))
    WALKS=500 RUNS=500 EVERY_SECONDS=10
    for family in own common locals completer futures blocking closing quiet polls; do
      for ((seed = FIRST_SEED; seed <= last; seed++)); do
        SHARED_SECONDS=$([ $family = closing ] && echo 20 || echo 60) compare_shared $family $seed 1
      done
    done
  fi
  unset SHARED_CLASS
}

fork_mutants () {
  use_mutant never-missed java/agent/fork_join_ends.c 'now |= misses && sett_jalternative (2);' '' missed assertion Forks
  use_mutant no-room java/agent/fork_join_joins.c 'const int spare = n->worker && sett_worker_wants_spare (n->pool);' \
    'const int spare = 0;' spare verified Forks
  [ -n "${LONG-}" ] || return
  use_mutant first-first java/agent/fork_join_workers.c 'p->is_fifo ? 0 : w->queue.count - 1' '0' last-first verified Forks
  use_mutant polls-first java/agent/fork_join_polls.c 'w->pool->is_fifo ? 0 : w->queue.count - 1' '0' polled verified Forks
  use_mutant no-help java/agent/fork_join_joins.c 'const int any = n->worker && !n->timed;' 'const int any = 0;' helps assertion Forks
  use_mutant never-asleep java/agent/fork_join_workers.c 'return w->is_asleep = sett_jalternative (2) == 1;' 'return 0;' asleep deadlock Forks
  use_mutant always-alike java/agent/fork_join_workers.c \
    'return !p->has_factory && !sett_promoted_has (SETT_LEARNT_WORKERS);' 'return 1;' names assertion Forks
  use_mutant end-orders-nothing java/agent/fork_join_ends.c '  if (p->has_ended)
    sett_clock_acquire (t, p->clock);
  else' '  if (!p->has_ended)' closed verified Forks
  use_mutant push-orders-nothing java/agent/fork_join_workers.c 'sett_clock_acquire (t, task->clock);' '' submitted-after verified Forks
  use_mutant end-unseen java/agent/fork_join_tasks.c '  sett_task_touch (env, thing,
                   thing->has_ended ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);' '' cancelled-running assertion Forks
  use_mutant conditions-fill java/agent/monitors.c 'const int is_counted = t->worker && m != q && nanos <= 0;' \
    'const int is_counted = 0;' condition verified Forks
  use_mutant never-kept java/agent/fork_join_workers.c 'if (!same || sett_jalternative (2))' 'if (1)' forgotten assertion Forks
  use_mutant in-order java/agent/fork_join_workers.c 'p->outside.count > 0 : p->outside.count;' \
    'p->outside.count > 0 : p->outside.count > 0;' submitted-by-two assertion Forks
}
