# A random program: two processes, or three, that share memory and what lives
# there, named semaphores, queues, and objects of System V.  Each does a few
# random things and keeps what it saw; the first one prints everything when all
# have ended.  It may deadlock.
#
# awk -v seed=N -f generate.awk
function any (n) { return int (rand () * n) }
function line (text) { body = body "  " text "\n" }
function see (what) { line("see (" what ");") }

# What one of them does: in the words of the program's head.
function action (process,   kind, i, k) {
  kind = kinds[1 + any(kind_count)]
  i = any(2); k = 1 + any(3)
  if (kind == "lock") {
    line("pthread_mutex_lock (&s->m[" i "]);")
    line(any(2) ? "s->plain[" i "] += " k ";" : "see (s->plain[" i "]);")
    if (any(3) == 0) action2(1 - i)
    line("pthread_mutex_unlock (&s->m[" i "]);")
  } else if (kind == "try") {
    line("if (!pthread_mutex_trylock (&s->m[" i "])) {")
    line("  s->plain[" i "] += " k ";")
    line("  pthread_mutex_unlock (&s->m[" i "]);")
    line("} else see (9);")
  } else if (kind == "semaphore")
    line(any(2) ? "sem_post (&s->sem[" i "]);" : "sem_wait (&s->sem[" i "]);")
  else if (kind == "trysemaphore")
    see("sem_trywait (&s->sem[" i "]) ? 8 : 7")
  else if (kind == "named")
    line(any(2) ? "sem_post (named);" : "see (sem_trywait (named) ? 6 : 5);")
  else if (kind == "atomic") {
    if (any(3) == 0) see("atomic_fetch_add (&s->atomic[" i "], " k ")")
    else if (any(2)) see("s->atomic[" i "]")
    else line("s->atomic[" i "] = " k ";")
  } else if (kind == "exchange")
    line("{ int was = 0; see (atomic_compare_exchange_strong (&s->atomic[" i \
         "], &was, " k ") ? 4 : was); }")
  else if (kind == "plain")
    line(any(2) ? "s->racy[" i "] = " k ";" : "see (s->racy[" i "]);")
  else if (kind == "read") {
    line("pthread_rwlock_rdlock (&s->l);"); see("s->guarded")
    line("pthread_rwlock_unlock (&s->l);")
  } else if (kind == "write") {
    line("pthread_rwlock_wrlock (&s->l);"); line("s->guarded += " k ";")
    line("pthread_rwlock_unlock (&s->l);")
  } else if (kind == "robust") {
    line("{ const int r = pthread_mutex_lock (&s->robust);")
    line("  see (r == EOWNERDEAD ? 3 : r == ENOTRECOVERABLE ? 2 : r ? 1 : 0);")
    line("  if (r == EOWNERDEAD && " any(2) ") pthread_mutex_consistent (&s->robust);")
    if (any(2) && process) line("  _exit (0);")
    line("  if (r != ENOTRECOVERABLE) pthread_mutex_unlock (&s->robust); }")
  } else if (kind == "signal") {
    line("pthread_mutex_lock (&s->m[0]);"); line("s->flag = 1;")
    line((any(2) ? "pthread_cond_signal" : "pthread_cond_broadcast") " (&s->c);")
    line("pthread_mutex_unlock (&s->m[0]);")
  } else if (kind == "await") {
    line("pthread_mutex_lock (&s->m[0]);")
    line((any(4) ? "while" : "if") " (!s->flag) pthread_cond_wait (&s->c, &s->m[0]);")
    line("pthread_mutex_unlock (&s->m[0]);")
  } else if (kind == "mq")
    line(any(2) ? "see (mq_send (queue, \"" k "\", 1, " any(3) ") ? 9 : 8);" : "receive ();")
  else if (kind == "set") {
    if (any(2)) line("operate (" i ", " k % 2 + 1 ", " (any(2) ? "SEM_UNDO" : 0) ");")
    else if (any(2)) line("see (operate (" i ", -" (k % 2) + 1 ", IPC_NOWAIT) ? 7 : 6);")
    else line("operate (" i ", -1, " (any(2) ? "SEM_UNDO" : 0) ");")
  } else if (kind == "message")
    line(any(2) ? "put (" k ");" : "get (" any(4) - 1 ");")
  else if (kind == "futex")
    line(any(2) ? "wake ();" : "doze ();")
  else if (kind == "barrier")
    line("pthread_barrier_wait (&s->b);")
}
function action2 (i) {
  line("pthread_mutex_lock (&s->m[" i "]);"); line("s->plain[" i "]++;")
  line("pthread_mutex_unlock (&s->m[" i "]);")
}
BEGIN {
  srand(seed)
  all_count = split("lock try semaphore trysemaphore named atomic exchange plain read " \
    "write robust signal await mq set message futex barrier", all, " ")
  # A program of few kinds has more to do with itself.
  kind_count = 2 + any(3)
  for (i = 1; i <= kind_count; i++) kinds[i] = all[1 + any(all_count)]
  count = any(4) ? 2 : 3
  for (p = 0; p < count; p++) {
    body = ""
    for (k = (count == 3 ? 1 : 2 + any(2)); k > 0; k--) action(p)
    print_body[p] = body
  }
  print "#define _GNU_SOURCE"
  print "#include \"random.h\""
  for (p = 0; p < count; p++)
    printf "static void part%d (void) {\n  me = %d;\n%s}\n", p, p, print_body[p]
  print "int main (void) {"
  print "  prepare (" count ");"
  for (p = 1; p < count; p++) print "  start (part" p ");"
  print "  part0 ();"
  print "  while (wait (NULL) > 0)\n    ;"
  print "  report ();"
  print "  return 0;\n}"
}
