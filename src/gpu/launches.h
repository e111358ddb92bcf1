/* What launches are for, what they say of states, and what they come to: C and
   OpenCL C read it. */

#ifndef SETT_GPU_LAUNCHES_H
#define SETT_GPU_LAUNCHES_H

/* What is done with successors: they are added; a target is looked for among
   them; they are only counted; the others expand the work (cycles.cl). */
typedef enum sett_aim {
  SETT_AIM_ADD,
  SETT_AIM_FIND,
  SETT_AIM_COUNT,
  SETT_AIM_REACH,
  SETT_AIM_DROP,
  SETT_AIM_TRACE
} sett_aim;

/* Marks of states: something is wrong, or nothing can move; it is too hard for
   the device; it leads to the target. */
enum { SETT_MARK_LOOK = 1, SETT_MARK_HARD = 2, SETT_MARK_FOUND = 4 };

/* Flags. */
enum {
  SETT_CARD_FULL = 1,
  SETT_CARD_LARGER = 2,
  SETT_CARD_WIDER = 4,
  SETT_CARD_CROWDED = 8,
  SETT_CARD_CLOSED = 16, /* a cycle is */
  SETT_CARD_UNMET = 32   /* a position is not known: its state is marked */
};

/* How far the way from predecessor to predecessor has come. */
typedef enum sett_walk_state {
  SETT_WALK_ON,
  SETT_WALK_DONE,
  SETT_WALK_LOST
} sett_walk_state;

/* The words about a position of a process, among the relations (reduce.cl). */
enum {
  SETT_HERE_ALL,     /* the set of transitions */
  SETT_HERE_WILD,    /* those that may depend on everything */
  SETT_HERE_WAITING, /* that are possible only at a timeout */
  SETT_HERE_BARRED,  /* that are never chosen */
  SETT_HERE_STICKY,  /* that close a loop of the process */
  SETT_HERE_OWN,     /* whose guards read variables of the process */
  SETT_HERE_LISTS, /* how many, and where they are; behind them their rivals */
  SETT_HERE_WORDS
};

/* About two positions: of all transitions of the first, then of each. */
enum {
  SETT_PAIR_DISTURBED,
  SETT_PAIR_ENABLED,
  SETT_PAIR_STILL,
  SETT_PAIR_WORDS
};

#endif
