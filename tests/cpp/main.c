/* usage: programs FIRST_SEED COUNT FILE.cc [-LEFT_OUT...]
          programs --count SEED: how many statements it has

   Small random programs in C++ in one file; its argument is the number of the
   program.  For each there is a line for each outcome: its number, a tabulator,
   and `race', `abort', `stuck', or the exit status and what was written,
   `0|ab'; or `large': there are too many states.  Statements of these numbers
   are left out. */

#include "instructions.h"

#include <stdlib.h>

enum { MOST_STATES = 60000 };

static void print_result (unsigned number, const result *r) {
  if (!r->complete)
    printf ("%u\tlarge\n", number);
  else if (r->races)
    printf ("%u\trace\n", number);
  for (unsigned i = 0; i < r->count && r->complete; i++)
    printf ("%u\t%s\n", number, r->outcomes[i]);
}

int main (int argc, char **argv) {
  static lowered l;
  program p;
  result r;
  if (argc == 3) {
    generate (strtoul (argv[2], NULL, 10), &p);
    return printf ("%u\n", p.count) < 0;
  }
  if (argc < 4)
    return 2;
  const unsigned long first = strtoul (argv[1], NULL, 10);
  const unsigned count = (unsigned)atoi (argv[2]);
  FILE *file = fopen (argv[3], "w");
  if (!file)
    return 2;
  fprintf (file, "#include \"frame.h\"\n\n");
  for (unsigned i = 0; i < count; i++) {
    generate (first + i, &p);
    for (int a = 4; a < argc; a++)
      leave_out (&p, (unsigned)atoi (argv[a] + 1));
    print_program (&p, i, file);
    lower (&p, &l);
    find_outcomes (&p, &l, MOST_STATES, &r);
    print_result (i, &r);
  }
  fprintf (file, "\nint main (int, char **argv) {\n"
                 "  std::setvbuf (stdout, nullptr, _IONBF, 0);\n"
                 "  std::set_terminate ([] { std::abort (); });\n"
                 "  chosen = (unsigned)std::atoi (argv[1]);\n"
                 "  switch (chosen) {\n");
  for (unsigned i = 0; i < count; i++)
    fprintf (file, "  case %u:\n    return p%u::main ();\n", i, i);
  fprintf (file, "  }\n  return 99;\n}\n");
  return fclose (file) != 0;
}
