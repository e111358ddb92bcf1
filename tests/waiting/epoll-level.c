/* The same, level-triggered: nothing is lost. */
//= verified
//: ended "2\n"
#define MODE 0
#include "epoll-edge.c"
