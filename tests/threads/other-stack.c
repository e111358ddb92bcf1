/* expect: verified
   executions: 3

   Threads that look at atomics on stacks that are not their own. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <ucontext.h>
static atomic_int flag;
static char *stack;
static ucontext_t back, there;
static void look (void) {
  for (int i = 0; i < 2; i++)
    atomic_load (&flag);
}
static void *run (void *argument) {
  getcontext (&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = 65536;
  there.uc_link = &back;
  makecontext (&there, look, 0);
  swapcontext (&back, &there);
  return argument;
}
int main (void) {
  char room[65536];
  pthread_t thread;
  stack = room;
  pthread_create (&thread, NULL, run, NULL);
  atomic_store (&flag, 1);
  pthread_join (thread, NULL);
  return 0;
}
