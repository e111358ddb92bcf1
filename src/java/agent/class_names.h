/* What is known of a class by its name alone. */

#ifndef SETT_JAVA_AGENT_CLASS_NAMES_H
#define SETT_JAVA_AGENT_CLASS_NAMES_H

/* Is it a class of the JDK? */
int sett_is_foreign_class (const char *name);
/* Of java.lang.reflect.Proxy: in the package of its interface, if that is not
   public; it has another name in each execution. */
int sett_is_proxy_class (const char *name);
/* One of java.util.concurrent that reads and writes plain fields with fences
   around: as if they were volatile. */
int sett_is_fenced (const char *name);
/* One whose objects are not for several threads at once, and are watched if the
   program has made them? */
int sett_is_collection (const char *name);

#endif
