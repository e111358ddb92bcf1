/* A counter-example as a tree of JSON: all that a picture of it needs, in
   names and numbers, nothing that would have to be read out of sentences.

   `sett check --json` carries it ("story" of a violation), and so does the page
   (page.h), whose script draws it.  docs/json.md describes every key.

   Always true: a story is told of a run that has just been repeated, so that
   what it says has happened. */

#ifndef SETT_VIEW_STORY_H
#define SETT_VIEW_STORY_H

#include "kernel/claim.h"
#include "kernel/formula.h"
#include "kernel/trace.h"

#include <jansson.h>

struct sett_explainer;
struct sett_text;

/* Of a program or a system of processes. */
json_t *sett_story_of_program (struct sett_explainer *);

/* Of a model: the trace is run again.  Null, and why, if it departs.  The claim
   and the formula are those of the property; null if it has none.  `drawn`:
   with the state graph (model_graph.h), if it is small. */
json_t *sett_story_of_model (sett_model *, const sett_trace *,
                             const sett_claim *, const sett_formula *,
                             int drawn, struct sett_text *departure);

/* Adds to `sources` (an object, from name to text) every file that the steps of
   a story name and that can be read. */
void sett_story_add_sources (const json_t *story, json_t *sources);

#endif
