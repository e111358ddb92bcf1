/* A worker: doubles the numbers that it gets, until there are no more.

   usage: worker NAME */

#include "../net.h"

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int dispatcher = connect_to_name (argv[1]);
  char task;
  while (get (dispatcher, &task, 1)) {
    const char result = (char)(task * 2);
    if (!put (dispatcher, &result, 1))
      break;
  }
  close (dispatcher);
  return 0;
}
