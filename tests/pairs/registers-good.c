/* expect: verified
   options: -O2
   expect: verified
   options: -O2 --discipline none
   long: yes
   expect: verified
   options: -O2 --no-races
   args: without the lock

   What a thread has in vector registers must be there after each access to
   memory that others use: sums of doubles, and wider ones where the processor
   has them.  A loop with a counter in such a register ends by itself, and is no
   busy waiting. */

#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

enum { SIZE = 6 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double shared[SIZE];
static float lanes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static int flag, locked;
int ticks;

__attribute__ ((noinline)) static double add_all (double factor) {
  double sum = 0, squares = 0, last = 1;
  for (int i = 0; i < SIZE; i++) {
    sum += factor * shared[i];
    squares += shared[i] * shared[i];
    last = last * 0.5 + shared[i];
    shared[i] += 1;
  }
  return sum + squares * 1000 + last * 1e6;
}

__attribute__ ((noinline, target ("avx2"))) static float
add_lanes (float step) {
  __m256 sum = _mm256_loadu_ps (lanes);
  float parts[8], all = 0;
  for (int i = 0; i < 2; i++) {
    sum = _mm256_add_ps (sum, _mm256_set1_ps (step));
    ticks = i;
    __asm__ volatile("" ::: "memory");
  }
  _mm256_storeu_ps (parts, sum);
  for (int i = 0; i < 8; i++)
    all += parts[i];
  return all;
}

__attribute__ ((noinline)) static double poll (double most) {
  double tries = 0;
  while (tries < most && !flag) {
    tries += 1;
    __asm__ volatile("" ::: "memory");
  }
  return tries;
}

static double expected (double factor, double value) {
  double last = 1;
  for (int i = 0; i < SIZE; i++)
    last = last * 0.5 + value;
  return factor * SIZE * value + SIZE * value * value * 1000 + last * 1e6;
}

static void use_lanes (float step) {
  if (__builtin_cpu_supports ("avx2"))
    assert (add_lanes (step) == 36 + 8 * 2 * step);
}

static void *work (void *other) {
  const float step = other ? 1 : 2;
  if (!locked) {
    use_lanes (step);
    return NULL;
  }
  pthread_mutex_lock (&lock);
  const double value = shared[0];
  assert (add_all (3) == expected (3, value));
  use_lanes (step);
  assert (poll (100 * locked) == 100);
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t other;
  locked = argc == 1;
  flag = argc > 5 && argv;
  pthread_create (&other, NULL, work, &lock);
  work (NULL);
  pthread_join (other, NULL);
  return 0;
}
