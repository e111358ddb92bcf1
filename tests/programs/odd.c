/* A program that does what its argument says, before Sett can see it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void raw_exit (long status) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(231L), "D"(status)
                   : "rcx", "r11", "memory");
}

__attribute__ ((constructor)) static void begin (int argc, char **argv) {
  if (argc < 2 || strcmp (argv[1], "early"))
    return;
  fputs ("not today\n", stderr);
  fflush (stderr);
  raw_exit (3);
}

static void obey (const char *order) {
  if (!strcmp (order, "overwrite"))
    memset ((void *)0x200000000000ul, 0x5a, 1 << 20);
  if (!strcmp (order, "status"))
    exit (3);
  if (!strcmp (order, "read")) {
    char line[80] = "nothing";
    if (!fgets (line, sizeof line, stdin))
      puts ("no input");
    printf ("read %s\n", line);
    fflush (stdout);
    abort ();
  }
}

int main (int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    obey (argv[i]);
  return 0;
}
