/* Requests: read or write a value. */

#ifndef EXAMPLES_KV_H
#define EXAMPLES_KV_H

#include "../net.h"

enum { KEYS = 16 };

struct request {
  char writes, key, value;
};

#endif
