// Writes down everything that could leak from one execution into the next.
#include <condition_variable>
#include <cctype>
#include <cerrno>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <iostream>
#include <map>
#include <mutex>
#include <pthread.h>
#include <random>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

static int counter;
static std::map<int, std::string> shared;
static __thread int local = 5;
static thread_local std::vector<int> local_vector;
static pthread_key_t key;
static std::mutex mutex;
static std::condition_variable condition;
static bool ready;
static volatile unsigned char a_letter = 'a';

struct Global {
  int value = 1;
  ~Global () { std::printf ("end of the global: %d\n", value); }
} global;

static void end_of_key (void *value) {
  std::printf ("end of the key's value %ld\n", (long)value);
}

static void at_end () { std::printf ("at exit: %d\n", counter); }

static int deep (int n) {
  if (!n)
    throw std::runtime_error ("deep");
  return deep (n - 1) + 1;
}

static void *work (void *argument) {
  const long id = (long)argument;
  std::printf ("thread %ld: local %d, errno %d, vector %zu\n", id, local, errno,
               local_vector.size ());
  local += (int)id;
  local_vector.push_back ((int)id);
  errno = (int)id;
  pthread_setspecific (key, (void *)(id + 1));
  void *memory = std::malloc (100 * id + 1);
  std::printf ("memory at %p\n", memory);
  {
    std::lock_guard<std::mutex> lock (mutex);
    shared[(int)id] = "x" + std::to_string (id);
    counter++;
  }
  sched_yield ();
  try {
    deep (5);
  } catch (const std::exception &e) {
    std::printf ("thread %ld caught %s\n", id, e.what ());
  }
  unsigned drawn = 0;
  if (getrandom (&drawn, sizeof drawn, 0) != sizeof drawn)
    std::perror ("getrandom");
  const char *token;
  {
    std::lock_guard<std::mutex> lock (mutex);
    token = std::strtok (nullptr, " ");
  }
  std::printf ("thread %ld: rand %d, local %d, errno %d, strtok %s, drawn %x\n",
               id, std::rand (), local, errno, token, drawn);
  std::free (memory);
  return (void *)(id * 2);
}

static void *nothing (void *argument) { return argument; }

// Something to choose: the way back leads to here.
static void begin () {
  pthread_t t;
  pthread_create (&t, nullptr, nothing, nullptr);
  pthread_join (t, nullptr);
}

static void use_files () {
  char name[] = "state-XXXXXX", text[64];
  static char page[16384];
  const int file = mkstemp (name);
  if (file < 0)
    std::perror ("mkstemp");
  unlink (name);
  const int zero = open ("/dev/zero", O_RDONLY);
  std::printf ("descriptors %d %d\n", file, zero);
  if (write (file, "hello world\n", 12) != 12)
    std::perror ("write");
  lseek (file, 3, SEEK_SET);
  ssize_t n = read (file, text, 5);
  std::printf ("read %zd: %.*s\n", n, (int)n, text);
  n = read (zero, page + 4000, 8000);
  std::printf ("read into static memory: %zd\n", n);
  FILE *stream = fdopen (file, "r+");
  std::rewind (stream);
  if (!std::fgets (text, sizeof text, stream))
    std::perror ("fgets");
  std::printf ("line %s", text);
  FILE *left_open = std::fopen ("/etc/passwd", "r");
  if (left_open && std::fgets (text, sizeof text, left_open))
    std::printf ("stream %d: %.4s\n", fileno (left_open), text);
  FILE *created = std::fopen ("state-created", "wx");
  std::printf ("created: %s\n", created ? "yes" : std::strerror (errno));
  if (created)
    std::fputs ("left behind", created);
  int ends[2] = {-1, -1};
  if (pipe (ends) || write (ends[1], "through", 7) != 7 ||
      read (ends[0], text, sizeof text) != 7)
    std::perror ("pipe");
  std::printf ("pipe %d %d: %.7s\n", ends[0], ends[1], text);
  if (std::scanf ("%63s", text) == 1)
    std::printf ("input: %s\n", text);
}

static void use_memory () {
  char *map = (char *)mmap (nullptr, 100000, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::printf ("map: %d %d\n", map[0], map[99999]);
  map[0] = map[99999] = 1;
  const int file = open ("/etc/passwd", O_RDONLY);
  const char *text =
      (const char *)mmap (nullptr, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  std::printf ("mapped file: %.4s\n", text);
}

static void use_signals () {
  static volatile sig_atomic_t caught;
  std::printf ("before: %d\n", std::signal (SIGUSR1, SIG_IGN) == SIG_DFL);
  struct sigaction action = {};
  action.sa_handler = [] (int) { caught = caught + 1; };
  sigaction (SIGUSR2, &action, nullptr);
  std::raise (SIGUSR2);
  sigset_t all, old;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &old);
  std::raise (SIGUSR2);
  std::printf ("caught %d, blocked %d\n", caught,
               sigismember (&old, SIGUSR2));
  sigprocmask (SIG_SETMASK, &old, nullptr);
  std::printf ("caught %d\n", caught);
}

int main () {
  begin ();
  std::printf ("counter %d, local %d, errno %d, map %zu, rand %d, random %ld, "
               "drand48 %f, variable %s, global %d\n",
               counter, local, errno, shared.size (), std::rand (), random (),
               drand48 (), std::getenv ("FOO") ? std::getenv ("FOO") : "-",
               global.value++);
  std::printf ("main: vector %zu, a letter: %d\n", local_vector.size (),
               std::isalpha (a_letter) != 0);
  local += 3;
  local_vector.push_back (3);
  errno = ERANGE;
  std::setlocale (LC_ALL, "C.UTF-8"); // maps files; the tables are thread-local
  std::atexit (at_end);
  setenv ("FOO", "bar", 1);
  std::srand (42);
  pthread_key_create (&key, end_of_key);
  char words[] = "a b c d e f g";
  std::printf ("strtok %s\n", std::strtok (words, " "));
  use_files ();
  use_memory ();
  use_signals ();
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&threads[i], nullptr, work, (void *)(i + 1));
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join (threads[i], &result);
    std::printf ("joined %ld\n", (long)result);
  }
  std::thread other ([] {
    std::unique_lock<std::mutex> lock (mutex);
    ready = true;
    condition.notify_one ();
    std::cout << "a thread of C++\n";
  });
  {
    std::unique_lock<std::mutex> lock (mutex);
    condition.wait (lock, [] { return ready; });
  }
  other.join ();
  const time_t now = std::time (nullptr);
  const struct tm *parts = std::gmtime (&now);
  std::printf ("time %d:%d:%d, process %d\n", parts->tm_hour, parts->tm_min,
               parts->tm_sec, getpid ());
  std::setlocale (LC_ALL, "C");
  std::printf ("%.3f %s %u\n", std::sqrt (2.0), std::strerror (ENOENT),
               std::random_device () ());
  std::cout << "map " << shared.size () << ", counter " << counter << std::endl;
  std::printf ("no newline at the end");
  close (0);
  return 0;
}
