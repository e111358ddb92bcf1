/* Accesses in the C++ library: two threads do the same to what they share, or
   one reads what the other writes.

   usage: cxx list           the names of the cases
          cxx NAME           a data race; names that begin with "ok-": none
          cxx NAME lock      none, since both hold a lock */

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::mutex mutex;
static const char *wanted;
static bool locks;
static std::string text = "abc", long_text (100, 'a'), other = "b";
static std::map<int, int> map;
static std::set<std::string> set;
static std::list<int> list, list_2;
static std::unordered_map<std::string, int> table;
static std::ostringstream out;
static std::istringstream in ("1,2 3\n4\n5 6\n");
static std::vector<std::string> texts;
static std::function<int ()> function = [] { return 0; };
static std::shared_ptr<int> pointer = std::make_shared<int> (1);
static std::ofstream file;
static volatile size_t sink[2];
static long number;

static void run_case (const char *name, const std::function<void (int)> &act) {
  if (!strcmp (wanted, "list")) {
    puts (name);
    return;
  }
  if (strcmp (wanted, name))
    return;
  const auto run = [&] (int self) {
    if (locks)
      mutex.lock ();
    act (self);
    if (locks)
      mutex.unlock ();
  };
  std::thread a (run, 0), b (run, 1);
  a.join ();
  b.join ();
}

/* The second thread reads what the first one writes. */
static void pair_of (const char *name, const std::function<void ()> &writes,
                     const std::function<void ()> &reads) {
  run_case (name, [&] (int self) { self ? reads () : writes (); });
}

static void prepare () {
  for (int i = 0; i < 20; i += 2)
    map[i] = i, list.push_back (i);
  set = {"a", "b", "c", "d"};
  table = {{"a", 1}, {"b", 2}};
  out << 1 << "a";
  if (strstr (wanted, "file"))
    file.open ("/dev/null");
}

static void strings () {
  run_case ("append", [] (int) { text += "x"; });
  run_case ("append-long", [] (int) { long_text += "x"; });
  run_case ("insert", [] (int) { text.insert (1, "q"); });
  run_case ("erase", [] (int) { text.erase (0, 1); });
  run_case ("swap", [] (int) { text.swap (other); });
  run_case ("assign", [] (int) { text = std::to_string (5); });
  pair_of (
      "reserve", [] { text.reserve (100); }, [] { text.push_back ('x'); });
  pair_of (
      "copy", [] { text += "x"; }, [] { std::string s = text; });
  pair_of (
      "size", [] { text += "x"; }, [] { sink[0] = text.size (); });
  pair_of (
      "compare", [] { text[0] = 'z'; }, [] { sink[0] = text == "abc"; });
  pair_of (
      "less", [] { text[0] = 'z'; }, [] { sink[0] = text < other; });
  pair_of (
      "find", [] { text[2] = 'z'; }, [] { sink[0] = text.find ("c"); });
  pair_of (
      "substr", [] { text[0] = 'z'; }, [] { text.substr (0, 2); });
  pair_of (
      "hash", [] { text[0] = 'z'; },
      [] { sink[0] = std::hash<std::string> () (text); });
  pair_of (
      "stoi", [] { text[0] = '1'; },
      [] {
        try {
          std::stoi (text);
        } catch (...) {
        }
      });
  pair_of (
      "to-c", [] { text[0] = 'z'; },
      [] {
        char s[9];
        snprintf (s, 9, "%s", text.c_str ());
      });
  pair_of (
      "ok-read", [] { std::string s = text; }, [] { sink[1] = text.size (); });
}

static void containers () {
  run_case ("map-insert", [] (int self) { map[self * 2 + 1] = 1; });
  run_case ("map-erase", [] (int self) { map.erase (self * 4); });
  pair_of (
      "map-find", [] { map[17] = 0; }, [] { sink[0] = map.count (18); });
  pair_of (
      "map-walk", [] { map.erase (18); },
      [] {
        for (auto &x : map)
          sink[0] = x.first;
      });
  pair_of (
      "map-next", [] { map[1] = 1; },
      [] { sink[0] = (++map.begin ())->first; });
  pair_of (
      "map-last", [] { map[19] = 1; }, [] { sink[0] = map.rbegin ()->first; });
  pair_of (
      "ok-map-values", [] { map[0] = 1; }, [] { map[2] = 1; });
  run_case ("set-insert", [] (int) { set.insert ("x"); });
  run_case ("list-push", [] (int) { list.push_back (1); });
  run_case ("list-splice",
            [] (int) { list.splice (list.begin (), list, --list.end ()); });
  run_case ("list-reverse", [] (int) { list.reverse (); });
  run_case ("list-swap", [] (int) { list.swap (list_2); });
  run_case ("list-sort", [] (int) { list.sort (); });
  pair_of (
      "list-walk", [] { list.splice (list.end (), list, list.begin ()); },
      [] {
        for (int x : list)
          sink[0] = x;
      });
  run_case ("table-insert", [] (int) { table["x"] = 1; });
  pair_of (
      "table-find", [] { table["x"] = 1; },
      [] { sink[0] = table.count ("y"); });
  run_case ("vector", [] (int) { texts.push_back ("a"); });
  run_case ("function", [] (int self) {
    if (self)
      function ();
    else
      function = [] { return 1; };
  });
  run_case ("pointer",
            [] (int self) { pointer = std::make_shared<int> (self); });
  pair_of (
      "ok-pointers", [] { std::shared_ptr<int> p = pointer; },
      [] { std::shared_ptr<int> p = pointer; });
}

static void streams () {
  run_case ("print-int", [] (int) { out << 1; });
  run_case ("print-double", [] (int) { out << 1.5; });
  run_case ("print-text", [] (int) { out << "abc"; });
  run_case ("print-string", [] (int) { out << text; });
  run_case ("print-char", [] (int) { out << 'c'; });
  run_case ("print-file", [] (int) { file << 1; });
  run_case ("print-file-end", [] (int) { file << std::endl; });
  run_case ("scan-int", [] (int self) {
    int n;
    in >> n;
    sink[self] = n;
  });
  run_case ("scan-long", [] (int self) {
    std::istringstream s ("1");
    s >> number;
  });
  run_case ("scan-string", [] (int) {
    std::string s;
    in >> s;
  });
  run_case ("scan-line", [] (int) {
    std::string s;
    std::getline (in, s);
  });
  run_case ("scan-line-into", [] (int) {
    std::istringstream s ("1\n");
    std::getline (s, text);
  });
  run_case ("scan-into", [] (int) {
    std::istringstream s ("1\n");
    s >> text;
  });
  run_case ("scan-char", [] (int) { sink[0] = in.get (); });
  run_case ("scan-ignore", [] (int) { in.ignore (2); });
  run_case ("scan-c-line", [] (int) {
    char s[9];
    in.getline (s, 9);
  });
  run_case ("ok-output", [] (int self) {
    std::cout << self << " " << 1.5 << text << std::endl;
  });
  run_case ("ok-errors", [] (int self) {
    std::cerr << self << "\n";
    std::clog << self;
  });
  run_case ("ok-input", [] (int) {
    int n;
    std::cin >> n;
    std::string s;
    std::getline (std::cin, s);
  });
  run_case ("ok-own", [] (int self) {
    std::ostringstream s;
    s << self << 1.5 << text;
    sink[self] = s.str ().size ();
  });
  run_case ("unsynchronised-output", [] (int self) {
    std::ios::sync_with_stdio (false);
    std::cout << self;
  });
}

int main (int argc, char **argv) {
  wanted = argc > 1 ? argv[1] : "list";
  locks = argc > 2;
  prepare ();
  strings ();
  containers ();
  streams ();
}
