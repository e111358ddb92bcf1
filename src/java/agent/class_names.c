/* Classes of the JDK, by their names: see class_names.h. */

#include "java/agent/class_names.h"

#include "java/agent/fork_join.h"

#include <stddef.h>
#include <string.h>

int sett_is_proxy_class (const char *name) {
  const char *slash = strrchr (name, '/');
  const char *base = slash ? slash + 1 : name;
  return !strncmp (base, "$Proxy", 6) && base[6] >= '0' && base[6] <= '9';
}

int sett_is_foreign_class (const char *name) {
  static const char *const begin[] = {"java/", "javax/", "jdk/", "sun/",
                                      "com/sun/"};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (!strncmp (name, begin[i], strlen (begin[i])))
      return 1;
  return sett_is_proxy_class (name);
}

int sett_is_fenced (const char *name) {
  return !strncmp (name, "java/util/concurrent/ConcurrentSkipList", 39) ||
         (!strncmp (name, "java/util/concurrent/ForkJoin", 29) &&
          !sett_fork_join_is_modelled ());
}

int sett_is_collection (const char *name) {
  static const char *const begin[] = {
      "java/util/ArrayList",       "java/util/LinkedList",
      "java/util/HashMap",         "java/util/LinkedHashMap",
      "java/util/TreeMap",         "java/util/ArrayDeque",
      "java/util/PriorityQueue",   "java/util/IdentityHashMap",
      "java/util/BitSet",          "java/util/AbstractList",
      "java/util/EnumMap",         "java/util/RegularEnumSet",
      "java/util/JumboEnumSet",    "java/util/WeakHashMap",
      "java/util/Arrays$ArrayList"};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (!strncmp (name, begin[i], strlen (begin[i])))
      return 1;
  return 0;
}
