/* The outcome of a check as one HTML file: page.html with its style and script
   in it, and the outcome with the stories of the violations as JSON, which the
   script draws.

   Always true: the file needs nothing else, and nothing in the data can end the
   element that it stands in. */

#ifndef SETT_VIEW_PAGE_H
#define SETT_VIEW_PAGE_H

#include <jansson.h>

struct sett_outcome;
struct sett_text;

/* The outcome with the stories in it, what it means, and the sources that they
   name: what all forms are made of. */
json_t *sett_page_tree (const struct sett_outcome *);

void sett_page_fill (const json_t *tree, struct sett_text *page);

#endif
