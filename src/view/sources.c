/* The sources that a story names: see story.h. */

#include "view/story.h"

#include "base/json.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 20 }; /* bytes of one file: it is to be looked at */

static void add_file (json_t *sources, const char *name) {
  char part[4096];
  sett_text text = {0};
  size_t length;
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  while (text.length < MOST && (length = fread (part, 1, sizeof part, f)))
    sett_text_add_bytes (&text, part, length);
  fclose (f);
  if (!memchr (sett_text_get (&text), 0, text.length))
    json_object_set_new (sources, name,
                         sett_json_string (sett_text_get (&text)));
  sett_text_release (&text);
}

/* Whatever has a "file", however deep. */
void sett_story_add_sources (const json_t *story, json_t *sources) {
  const char *file = json_string_value (json_object_get (story, "file"));
  const char *key;
  json_t *value;
  size_t i;
  if (file && !json_object_get (sources, file))
    add_file (sources, file);
  if (json_is_object (story))
    json_object_foreach ((json_t *)story, key, value)
        sett_story_add_sources (value, sources);
  else if (json_is_array (story))
    json_array_foreach (story, i, value)
        sett_story_add_sources (value, sources);
}
