/* The same without that: both workers are told, and use what is not theirs. */
//= violated data-race
#define MODE 0
#include "epoll-once.c"
