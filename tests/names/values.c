/* Races on variables of many types: what is read and written is shown as the
   type has it. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum colour { RED, GREEN = 7 };
static struct {
  int8_t small;
  char letter;
  enum colour colour;
} record = {-1, 'x', RED};
static int number = -5;
static unsigned whole = 5;
static double share = 0.5;
static float half = 2.5f;
static bool open_;
static int *pointer;

static void *run (void *none) {
#ifdef READ
  volatile __typeof__ (WHAT) copy = WHAT;
  (void)copy;
#else
  WHAT = TO;
#endif
  return none;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, NULL, run, NULL);
#ifdef READ
  WHAT = TO;
#else
  volatile __typeof__ (WHAT) copy = WHAT;
  (void)copy;
#endif
  pthread_join (a, NULL);
  (void)number, (void)whole, (void)share, (void)half, (void)open_,
      (void)pointer;
  return record.letter == 'y';
}
