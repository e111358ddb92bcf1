/* Finds the JDK and the classes of a program, compiles sources: see java.h. */

#include "program/java.h"

#include "base/text.h"
#include "base/tempdir.h"
#include "program/file_hash.h"
#include "program/install_paths.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

static int has_suffix (const char *name, const char *suffix) {
  const size_t length = strlen (name), end = strlen (suffix);
  return length > end && !strcmp (name + length - end, suffix);
}

int sett_java_takes (const char *name) {
  return has_suffix (name, ".java") || has_suffix (name, ".jar");
}

int sett_java_is_class_path (const char *word) {
  return !strcmp (word, "-cp") || !strcmp (word, "-classpath") ||
         !strcmp (word, "--class-path");
}

int sett_java_is (const sett_target *t) {
  for (size_t i = 0; i < t->words.count; i++)
    if (sett_java_is_class_path (t->words.at[i]))
      return 1;
  return sett_java_takes (t->name);
}

static const char *keep (sett_target *t, sett_text *text) {
  const char *kept =
      sett_arena_copy (&t->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

/*------------------------------------------------------------------------*/
/* The JDK: JAVA_HOME, or what the first javac or java in PATH belongs to. */

static int find_in_path (const char *name, char path[PATH_MAX]) {
  const char *at = getenv ("PATH");
  while (at && *at) {
    char joined[PATH_MAX];
    const size_t length = strcspn (at, ":");
    const int written =
        snprintf (joined, sizeof joined, "%.*s/%s", (int)length, at, name);
    if (written > 0 && (size_t)written < sizeof joined &&
        !access (joined, X_OK) && realpath (joined, path))
      return 1;
    at += length + (at[length] == ':');
  }
  return 0;
}

static const char *find_tool (sett_target *t, const char *name,
                              sett_text *error) {
  char path[PATH_MAX];
  const char *home = getenv ("JAVA_HOME");
  sett_text text = {0};
  if (home && *home) {
    sett_text_addf (&text, "%s/bin/%s", home, name);
    if (!access (sett_text_get (&text), X_OK))
      return keep (t, &text);
    sett_text_addf (error, "JAVA_HOME is '%s', and there is no bin/%s", home,
                    name);
    sett_text_release (&text);
    return NULL;
  }
  if (find_in_path (name, path))
    return sett_arena_copy (&t->arena, path, strlen (path));
  sett_text_addf (error,
                  "there is no %s: install a JDK 17 (Debian: "
                  "default-jdk-headless), or set JAVA_HOME",
                  name);
  return NULL;
}

const char *sett_java_agent (sett_target *t, sett_text *error) {
  sett_install_paths install_paths;
  sett_text path = {0};
  if (!sett_install_paths_find (&install_paths, error))
    return NULL;
  sett_text_addf (&path, "%s/libsett-java.so", install_paths.folder);
  sett_install_paths_release (&install_paths);
  if (!access (sett_text_get (&path), R_OK))
    return keep (t, &path);
  sett_text_addf (error,
                  "'%s': this Sett was built without a JDK and cannot check "
                  "Java programs (there is no '%s'): install a JDK 17 (Debian: "
                  "default-jdk-headless) and run make again",
                  t->name, sett_text_get (&path));
  sett_text_release (&path);
  return NULL;
}

/* A JDK says in its file `release` which one it is. */
uint64_t sett_java_hash_machine (sett_target *t) {
  uint64_t agent = 0, machine = 0;
  sett_text text = {0};
  const char *path = sett_java_agent (t, &text);
  char *java = realpath (t->path, NULL);
  if (path)
    sett_file_hash (path, &agent);
  sett_text_clear (&text);
  sett_text_addf (&text, "%.*s/release", java ? (int)(strlen (java) - 9) : 0,
                  java ? java : "");
  sett_file_hash (sett_text_get (&text), &machine);
  free (java);
  sett_text_release (&text);
  return agent * 31 + machine;
}

/*------------------------------------------------------------------------*/
/* Compiling. */

static int note_source (sett_target *t, const char *name, sett_text *error) {
  sett_source source = {.name = name};
  if (!sett_file_hash (name, &source.hash)) {
    sett_text_addf (error, "cannot read '%s': %s", name, strerror (errno));
    return 0;
  }
  SETT_PUSH (t->sources, source);
  return 1;
}

/* Where classes of Sett's own are found as sources, if need be, behind those of
   the user; null: the user says where to look. */
static const char *find_sources (sett_target *t) {
  sett_install_paths install_paths;
  sett_text path = {0};
  const char *class_path = NULL;
  for (size_t i = 0; i < t->words.count; i++) {
    const char *word = t->words.at[i];
    if (!strcmp (word, "-sourcepath") || !strcmp (word, "--source-path"))
      return NULL;
    if (sett_java_is_class_path (word) && i + 1 < t->words.count)
      class_path = t->words.at[i + 1];
  }
  if (!sett_install_paths_find (&install_paths, &path)) {
    sett_text_release (&path);
    return NULL;
  }
  sett_text_addf (&path, "%s:%s/java", class_path ? class_path : ".",
                  install_paths.folder);
  sett_install_paths_release (&install_paths);
  return keep (t, &path);
}

/* javac -g -d FOLDER, with the words of the target.  A few files are compiled
   in half the time if javac itself is compiled by the quick compiler alone. */
static int compile (sett_target *t, const char *folder, sett_text *error) {
  SETT_VECTOR (const char *) words = {0};
  const char *javac = find_tool (t, "javac", error);
  int status = -1;
  if (!javac)
    return 0;
  SETT_PUSH (words, javac);
  SETT_PUSH (words, "-J-XX:TieredStopAtLevel=1");
  SETT_PUSH (words, "-g");
  SETT_PUSH (words, "-nowarn");
  SETT_PUSH (words, "-d");
  SETT_PUSH (words, folder);
  const char *sources = find_sources (t);
  if (sources) {
    SETT_PUSH (words, "-sourcepath");
    SETT_PUSH (words, sources);
  }
  for (size_t i = 0; i < t->words.count; i++) {
    if (has_suffix (t->words.at[i], ".java") &&
        !note_source (t, t->words.at[i], error))
      return 0;
    SETT_PUSH (words, t->words.at[i]);
  }
  SETT_PUSH (words, NULL);
  fflush (NULL);
  const pid_t child = fork ();
  if (!child) {
    dup2 (STDERR_FILENO, STDOUT_FILENO);
    execv (javac, (char **)words.at);
    _exit (127);
  }
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  SETT_RELEASE (words);
  if (!status)
    return 1;
  sett_text_addf (error, "'%s' cannot be compiled", t->name);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Classes in a folder: nftw has no argument for its visitor. */

static struct {
  sett_text *names; /* each ended by a zero; or null */
  size_t root;
  XXH3_state_t *state;
} visit;

static int visit_file (const char *path, const struct stat *status, int type,
                       struct FTW *where) {
  (void)status, (void)where;
  if (type != FTW_F || !has_suffix (path, ".class"))
    return 0;
  if (visit.state) {
    uint64_t hash = 0;
    sett_file_hash (path, &hash);
    XXH3_64bits_update (visit.state, &hash, sizeof hash);
  }
  if (visit.names && !strchr (path + visit.root, '$')) {
    for (const char *at = path + visit.root; strcmp (at, ".class"); at++)
      sett_text_add_bytes (visit.names, *at == '/' ? "." : at, 1);
    sett_text_add_bytes (visit.names, "", 1);
  }
  return 0;
}

enum { MOST_OPEN = 16 };

static void add_classes (const char *folder, sett_text *names) {
  visit.names = names;
  visit.root = strlen (folder) + 1;
  visit.state = NULL;
  nftw (folder, visit_file, MOST_OPEN, FTW_PHYS);
}

uint64_t sett_java_hash (const char *class_path) {
  XXH3_state_t *state = XXH3_createState ();
  char *words = strdup (class_path), *rest = words, *word;
  XXH3_64bits_reset (state);
  while ((word = strsep (&rest, ":"))) {
    uint64_t hash = 0;
    if (has_suffix (word, ".jar") && sett_file_hash (word, &hash))
      XXH3_64bits_update (state, &hash, sizeof hash);
    visit.names = NULL;
    visit.state = state;
    if (!hash)
      nftw (*word ? word : ".", visit_file, MOST_OPEN, FTW_PHYS);
  }
  const uint64_t hash = XXH3_64bits_digest (state);
  XXH3_freeState (state);
  free (words);
  return hash;
}

/*------------------------------------------------------------------------*/
/* Jars: the manifest is read by the tool that made it. */

/* The value of Main-Class in what unzip prints; it has short lines. */
static int read_main_class (const char *jar, char *name, size_t room) {
  char line[512];
  int pipes[2], found = 0;
  if (pipe (pipes))
    return 0;
  fflush (NULL);
  const pid_t child = fork ();
  if (!child) {
    dup2 (pipes[1], STDOUT_FILENO);
    close (pipes[0]);
    execlp ("unzip", "unzip", "-p", jar, "META-INF/MANIFEST.MF", NULL);
    _exit (127);
  }
  close (pipes[1]);
  FILE *file = fdopen (pipes[0], "r");
  while (file && fgets (line, sizeof line, file))
    if (!strncmp (line, "Main-Class:", 11)) {
      line[strcspn (line, "\r\n")] = 0;
      snprintf (name, room, "%s", line + 11 + strspn (line + 11, " "));
      found = 1;
    }
  if (file)
    fclose (file);
  while (child > 0 && waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
  return found;
}

/*------------------------------------------------------------------------*/
/* The classes. */

const char *sett_java_class_path (const sett_target *t) {
  for (size_t i = 0; i + 1 < t->words.count; i++)
    if (sett_java_is_class_path (t->words.at[i]))
      return t->words.at[i + 1];
  return NULL;
}

/* Every entry must be there: a wrong class path is the usual mistake. */
static int check_class_path (const char *path, sett_text *error) {
  char *words = strdup (path), *rest = words, *word;
  int fine = 1;
  while (fine && (word = strsep (&rest, ":")))
    if (*word && access (word, R_OK)) {
      sett_text_addf (error, "the class path names '%s': %s", word,
                      strerror (errno));
      fine = 0;
    }
  free (words);
  return fine;
}

static void set_candidates (sett_target *t, const char *names, size_t length) {
  char *kept = sett_arena_get (&t->arena, length + 1);
  memcpy (kept, names, length);
  t->classes.candidates = kept;
  t->classes.candidates_length = length;
}

static int describe_sources (sett_target *t, sett_text *error) {
  sett_text path = {0}, candidates = {0};
  const char *given = sett_java_class_path (t);
  char *room = sett_tempdir_room (error);
  if (!room)
    return 0;
  const char *folder = sett_arena_copy (&t->arena, room, strlen (room));
  if (!compile (t, folder, error))
    return 0;
  sett_text_addf (&path, "%s%s%s", folder, given ? ":" : "",
                  given ? given : "");
  t->classes.class_path = keep (t, &path);
  const char *slash = strrchr (t->name, '/');
  const char *base = slash ? slash + 1 : t->name;
  /* Without a package the class is called as the file is. */
  sett_text wanted = {0}, file = {0};
  sett_text_add_bytes (&wanted, base, strlen (base) - strlen (".java"));
  sett_text_addf (&file, "%s/%s.class", folder, sett_text_get (&wanted));
  t->classes.main =
      access (sett_text_get (&file), R_OK) ? "" : keep (t, &wanted);
  sett_text_release (&file);
  add_classes (folder, &candidates);
  set_candidates (t, sett_text_get (&candidates), candidates.length);
  sett_text_release (&candidates);
  return 1;
}

static int describe_jar (sett_target *t, sett_text *error) {
  char name[256] = "";
  if (access (t->name, R_OK)) {
    sett_text_addf (error, "cannot read '%s': %s", t->name, strerror (errno));
    return 0;
  }
  if (!read_main_class (t->name, name, sizeof name)) {
    sett_text_addf (error,
                    "'%s' does not say which class is its main one "
                    "(Main-Class in its manifest, which unzip reads): name it, "
                    "sett check -cp %s CLASS",
                    t->name, t->name);
    return 0;
  }
  t->classes.class_path = t->name;
  t->classes.main = sett_arena_copy (&t->arena, name, strlen (name));
  return 1;
}

static int describe (sett_target *t, sett_text *error) {
  if (has_suffix (t->name, ".java"))
    return describe_sources (t, error);
  if (has_suffix (t->name, ".jar"))
    return describe_jar (t, error);
  t->classes.class_path = sett_java_class_path (t);
  if (!t->classes.class_path ||
      !check_class_path (t->classes.class_path, error))
    return 0;
  sett_text main = {0};
  for (const char *at = t->name; *at; at++)
    sett_text_add_bytes (&main, *at == '/' ? "." : at, 1);
  t->classes.main = keep (t, &main);
  return 1;
}

/* What was made of the same words is taken over. */
static void copy_classes (sett_target *t, const sett_target *made) {
  t->classes.class_path = sett_arena_copy (&t->arena, made->classes.class_path,
                                           strlen (made->classes.class_path));
  t->classes.main = sett_arena_copy (&t->arena, made->classes.main,
                                     strlen (made->classes.main));
  set_candidates (t, made->classes.candidates, made->classes.candidates_length);
  for (size_t i = 0; i < made->sources.count; i++)
    SETT_PUSH (t->sources, made->sources.at[i]);
}

int sett_java_prepare (sett_target *t, const sett_target *made,
                       sett_text *error) {
  const char *java =
      sett_java_agent (t, error) ? find_tool (t, "java", error) : NULL;
  t->java = 1;
  t->instrumented = 1;
  t->path = java;
  if (!java)
    return 0;
  if (made && has_suffix (t->name, ".java"))
    copy_classes (t, made);
  else if (!describe (t, error))
    return 0;
  t->hash = sett_java_hash (t->classes.class_path);
  return 1;
}
