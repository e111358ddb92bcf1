/* A member of the chat room: says some words, one letter each, hears as many,
   and leaves.

   usage: member PORT [WORDS] */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const char *words = argc > 2 ? argv[2] : "";
  const int room = connect_to (atoi (argv[1]));
  for (const char *w = words; *w; w++)
    assert (put (room, w, 1));
  for (const char *w = words; *w; w++) {
    char word;
    assert (get (room, &word, 1));
  }
  close (room);
  return 0;
}
