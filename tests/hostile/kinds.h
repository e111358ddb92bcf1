/* A kind of program that does not behave. */

typedef struct kind {
  const char *name;
  void (*function) (void);
} kind;

#define ROW(NAME)                                                              \
  { #NAME, NAME }

extern const kind reaching[]; /* reaching.c; the last one has no name */
