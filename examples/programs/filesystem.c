/* expect: verified
   options: -DN=13
   executions: 1
   expect: verified
   options: -DN=16
   executions: 8
   expect: verified
   options: -DN=18
   executions: 32
   expect: verified
   options: -DN=20
   executions: 128

   N threads give disk blocks to inodes; each inode and each block has a lock.
   From 14 threads on, some look at the same block first (Flanagan, Godefroid:
   Dynamic Partial-Order Reduction for Model Checking Software). */

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 16
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static int busy[BLOCKS];

static void give_block (int i) {
  int b = i * 2 % BLOCKS;
  for (;;) {
    pthread_mutex_lock (&block_lock[b]);
    if (!busy[b])
      break;
    pthread_mutex_unlock (&block_lock[b]);
    b = (b + 1) % BLOCKS;
  }
  busy[b] = 1;
  inode[i] = b + 1;
  pthread_mutex_unlock (&block_lock[b]);
}

static void *run (void *argument) {
  int i = *(int *)argument % INODES;
  pthread_mutex_lock (&inode_lock[i]);
  if (inode[i] == 0)
    give_block (i);
  pthread_mutex_unlock (&inode_lock[i]);
  return NULL;
}

int main (void) {
  pthread_t thread[N];
  int number[N];
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init (&inode_lock[i], NULL);
  for (int i = 0; i < BLOCKS; i++)
    pthread_mutex_init (&block_lock[i], NULL);
  for (int i = 0; i < N; i++) {
    number[i] = i;
    pthread_create (&thread[i], NULL, run, &number[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  for (int i = 0; i < N; i++)
    assert (inode[i] != 0);
  return 0;
}
