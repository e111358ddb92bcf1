/* Other forms of a result, for other readers than people: each is made from the
   tree of the outcome (report/json_report.h) with the stories in it. */

#ifndef SETT_VIEW_FORMS_H
#define SETT_VIEW_FORMS_H

#include <jansson.h>

struct sett_text;

/* SARIF 2.1.0: a result for each violation, a thread flow for each thread.  An
   array of trees is one of runs. */
void sett_form_sarif (const json_t *tree, struct sett_text *);

/* JUnit's XML: a test case for each property, or for the input; of an array of
   trees a suite of each. */
void sett_form_junit (const json_t *tree, struct sett_text *);

/* Mermaid: a sequence diagram of the first violation. */
void sett_form_mermaid (const json_t *tree, struct sett_text *);

/* Annotations of GitHub's workflows: a line for each violation. */
void sett_form_github (const json_t *tree, struct sett_text *);

/* Graphviz: the state graph of a small model. */
void sett_form_dot (const json_t *tree, struct sett_text *);

#endif
