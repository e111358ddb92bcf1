/* A team of OpenMP threads: not controlled, so it must not get a verdict. */

#include <assert.h>

int main (void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 4; i++)
    sum += i;
  assert (sum == 6);
  return 0;
}
