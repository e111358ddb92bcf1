// Headers of libc, functions of libc.
// expect: verdict=verified states=13
c_decl {
  \#include <stdio.h>
  \#include <string.h>
  \#include <stdlib.h>
  \#include <stdint.h>
  \#include <math.h>
  \#include <poll.h>
  \#define LIMIT 3
}
c_state "char word[12]" "Global"
byte n;

active proctype P () {
  do
  :: c_expr { strlen (now.word) < LIMIT } ->
     c_code {
       char text[12];
       snprintf (text, sizeof text, "%s%d", now.word, (int) sqrt (now.n * 4.0));
       memcpy (now.word, text, strlen (text) + 1);
       printf ("the word is now %s\n", now.word);
     };
     n++
  :: else -> break
  od;
  assert (c_expr { !strcmp (now.word, "022") || !memcmp (now.word, "022", 3) })
}
