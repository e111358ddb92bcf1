/* Writes a value, reads it again: nobody else uses the key.  A request is sent
   in two parts.

   usage: client PORT KEY */

#include "kv.h"

#include <assert.h>

static char ask (int server, const struct request *r) {
  char answer = 0;
  put (server, &r->writes, 1);
  put (server, &r->key, 2);
  get (server, &answer, 1);
  return answer;
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int server = connect_to (atoi (argv[1]));
  const char key = (char)atoi (argv[2]), value = (char)(key + 10);
  ask (server, &(struct request){1, key, value});
  assert (ask (server, &(struct request){0, key, 0}) == value);
  close (server);
  return 0;
}
