/* Paths for people: see filename.h. */

#include "program/filename.h"

#include "base/text.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The last name of a path. */
static const char *last_name (const sett_text *path) {
  const char *slash = strrchr (sett_text_get (path), '/');
  return slash ? slash + 1 : sett_text_get (path);
}

static int has_parent (const sett_text *path) {
  return path->length && strcmp (last_name (path), "..");
}

static void drop_last (sett_text *path) {
  const size_t length = (size_t)(last_name (path) - path->at);
  path->length = length ? length - 1 : 0;
  path->at[path->length] = 0;
}

/* Resolves "." and ".." by the letters alone: "a/./b/../c" is "a/c". */
static void tidy (const char *path, sett_text *out) {
  const int absolute = *path == '/';
  while (*path) {
    path += strspn (path, "/");
    const size_t length = strcspn (path, "/");
    if (!length || (length == 1 && *path == '.'))
      ;
    else if (length == 2 && !strncmp (path, "..", 2) && has_parent (out))
      drop_last (out);
    else {
      if (absolute || out->length)
        sett_text_add (out, "/");
      sett_text_add_bytes (out, path, length);
    }
    path += length;
  }
}

/* How many bytes of two absolute paths, whole names only, are the same. */
static size_t common (const char *a, const char *b) {
  size_t same = 0, i = 0;
  for (;; i++) {
    const int end = (!a[i] || a[i] == '/') && (!b[i] || b[i] == '/');
    if (end)
      same = i;
    if (!a[i] || a[i] != b[i])
      return same;
  }
}

static void add_relative (const char *here, const char *path, sett_text *out) {
  const size_t same = common (here, path);
  for (const char *c = here + same; *c; c++)
    if (*c == '/')
      sett_text_add (out, "../");
  path += same;
  sett_text_add (out, path + (*path == '/'));
}

void sett_filename_add (sett_text *text, const char *path) {
  char here[PATH_MAX];
  sett_text whole = {0}, relative = {0};
  tidy (path, &whole);
  if (*path == '/' && getcwd (here, sizeof here) && strcmp (here, "/"))
    add_relative (here, sett_text_get (&whole), &relative);
  const int shorter = relative.length && relative.length < whole.length;
  sett_text_add (text, sett_text_get (shorter ? &relative : &whole));
  sett_text_release (&whole);
  sett_text_release (&relative);
}
