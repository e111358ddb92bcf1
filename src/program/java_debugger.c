/* A debugger for Java programs: see java_debugger.h. */

#include "program/java_debugger.h"

#include "base/assert.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64, MOMENT = 20000 /* microseconds */, PATIENCE = 3000 };

/* One that nobody uses just now; 0: there is none. */
static unsigned find_port (void) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  const int one = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int fine =
      one >= 0 &&
      !bind (one, (const struct sockaddr *)&address, sizeof address) &&
      !getsockname (one, (struct sockaddr *)&address, &length);
  if (one >= 0)
    close (one);
  return fine ? ntohs (address.sin_port) : 0;
}

/* Asking by connecting would be taken for a debugger. */
static int is_listening (unsigned port) {
  static const char *const files[] = {"/proc/net/tcp", "/proc/net/tcp6"};
  enum { LISTENS = 0x0a };
  char line[256];
  int found = 0;
  for (int i = 0; i < 2; i++) {
    FILE *file = fopen (files[i], "re");
    while (file && fgets (line, sizeof line, file)) {
      unsigned local, state;
      if (sscanf (line, " %*d: %*[0-9A-F]:%x %*[0-9A-F]:%*x %x", &local,
                  &state) == 2)
        found |= local == port && state == LISTENS;
    }
    if (file)
      fclose (file);
  }
  return found;
}

static int has_ended (const sett_launched *launched) {
  struct pollfd p = {.fd = launched->handle, .events = POLLIN};
  return poll (&p, 1, 0) > 0;
}

static int await_port (const sett_launched *launched, unsigned port,
                       sett_text *error) {
  for (int i = 0; i < PATIENCE && !has_ended (launched); i++) {
    if (is_listening (port))
      return 1;
    usleep (MOMENT);
  }
  sett_text_addf (error,
                  "the virtual machine does not wait for a debugger at port %u",
                  port);
  return 0;
}

/*------------------------------------------------------------------------*/

/* The agent's option comes last: the debugger's must be there before. */
static int add_option (const sett_launch *launch, const char *option,
                       char **words) {
  int count = 0;
  for (char *const *word = launch->argv; *word; word++) {
    if (count + 3 > MOST_WORDS)
      return 0;
    if (!strncmp (*word, "-agentpath:", 11))
      words[count++] = (char *)option;
    words[count++] = *word;
  }
  SETT_ASSERT (count < MOST_WORDS);
  words[count] = NULL;
  return 1;
}

/* Keys that interrupt are for jdb. */
static int run_jdb (const char *java, unsigned port, sett_text *error) {
  char path[4096], where[64];
  void (*old) (int) = signal (SIGINT, SIG_IGN);
  int status = -1;
  snprintf (path, sizeof path, "%.*s/jdb", (int)(strrchr (java, '/') - java),
            java);
  snprintf (where, sizeof where, "127.0.0.1:%u", port);
  fflush (NULL);
  const pid_t process = fork ();
  if (!process) {
    signal (SIGINT, SIG_DFL);
    execl (path, "jdb", "-attach", where, (char *)NULL);
    _exit (127);
  }
  while (process > 0 && waitpid (process, &status, 0) < 0 && errno == EINTR)
    kill (process, SIGTERM);
  signal (SIGINT, old);
  if (process > 0 && !(WIFEXITED (status) && WEXITSTATUS (status) == 127))
    return 1;
  sett_text_addf (error, "cannot run '%s': install a JDK 17", path);
  return 0;
}

/* ...or a signal that ends Sett. */
static void await_end (const sett_launched *launched) {
  struct pollfd p = {.fd = launched->handle, .events = POLLIN};
  poll (&p, 1, -1);
}

/* `launch` is a word that jdwp insists on; nothing comes of it, as the agent
   lets nobody start a program. */
int sett_java_debug (const sett_launch *launch, unsigned port,
                     sett_text *error) {
  char option[256], *words[MOST_WORDS];
  sett_launch changed = *launch;
  sett_launched launched;
  const int with_jdb = !port;
  if (with_jdb)
    port = find_port ();
  snprintf (option, sizeof option,
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,"
            "onthrow=java.nio.charset.IllegalCharsetNameException,"
            "launch=true,address=127.0.0.1:%u",
            port);
  if (!port || !add_option (launch, option, words)) {
    sett_text_add (error, "there is no port for a debugger");
    return 0;
  }
  changed.argv = words;
  if (!sett_launch_start (&changed, &launched, error))
    return 0;
  int done = await_port (&launched, port, error);
  if (done && with_jdb)
    done = run_jdb (launch->path, port, error);
  else if (done) {
    printf ("a debugger can attach to 127.0.0.1:%u\n", port);
    fflush (stdout);
    await_end (&launched);
  }
  sett_launch_finish (&launched);
  return done;
}
