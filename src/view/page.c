/* Pages: see page.h. */

#include "view/page.h"

#include "base/embed.h"
#include "base/json.h"
#include "base/text.h"
#include "report/json_report.h"
#include "report/text_report.h"
#include "view/story.h"

#include <stdlib.h>
#include <string.h>

SETT_EMBED (page_html, "/view/page.html");
SETT_EMBED (page_css, "/view/page.css");
SETT_EMBED (page_script, "/view/page.js");
SETT_EMBED (page_graph, "/view/page_graph.js");
SETT_EMBED (page_automata, "/view/page_automata.js");
SETT_EMBED (page_wrong, "/view/page_wrong.js");
extern const char page_html[], page_css[], page_script[], page_graph[],
    page_automata[], page_wrong[];

/*------------------------------------------------------------------------*/
/* The data. */

static json_t *sources_of (const sett_outcome *o) {
  json_t *sources = json_object ();
  for (size_t i = 0; i < o->violations_count; i++)
    sett_story_add_sources (o->violations[i].story, sources);
  return sources;
}

json_t *sett_page_tree (const sett_outcome *o) {
  json_t *root = sett_report_tree (o);
  sett_text meaning = {0};
  sett_report_meaning (o, &meaning);
  json_object_set_new (root, "meaning",
                       sett_json_string (sett_text_get (&meaning)));
  json_object_set_new (root, "sources", sources_of (o));
  if (o->graph)
    json_object_set (root, "graph", o->graph);
  if (o->automata)
    json_object_set (root, "automata", o->automata);
  sett_text_release (&meaning);
  return root;
}

/* In a script no "<" may begin an end tag or a comment: it is escaped, as JSON
   permits. */
static void add_data (const json_t *tree, sett_text *page) {
  char *json = json_dumps (tree, JSON_COMPACT | JSON_REAL_PRECISION (9));
  for (const char *from = json; *from;) {
    const size_t length = strcspn (from, "<");
    sett_text_add_bytes (page, from, length);
    from += length;
    if (*from) {
      sett_text_add (page, "\\u003c");
      from++;
    }
  }
  free (json);
}

/*------------------------------------------------------------------------*/
/* The page. */

/* The template up to a mark; gives what is behind the mark. */
static const char *add_until (const char *template, const char *mark,
                              sett_text *page) {
  const char *found = strstr (template, mark);
  sett_text_add_bytes (page, template, (size_t)(found - template));
  return found + strlen (mark);
}

void sett_page_fill (const json_t *tree, sett_text *page) {
  const char *rest = add_until (page_html, "@@CSS@@", page);
  sett_text_add (page, page_css);
  rest = add_until (rest, "@@DATA@@", page);
  add_data (tree, page);
  rest = add_until (rest, "@@SCRIPT@@", page);
  sett_text_add (page, page_graph);
  sett_text_add (page, page_automata);
  sett_text_add (page, page_wrong);
  sett_text_add (page, page_script);
  sett_text_add (page, rest);
}
