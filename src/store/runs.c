/* Sorted runs of references on disk: see runs.h.

   A block is a word with the number of its references but for the first, which
   is in memory, and how far each is from the one before: seven bits a byte, the
   lowest first, the eighth bit set if there are more.

   Invariant: references ascend within a run, none is there twice. */

#include "store/runs.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"

#include <string.h>

#define HEAD sizeof (uint64_t)
#define LONGEST 10u /* bytes of a difference */

int sett_runs_open (sett_runs *runs, sett_disk *disk) {
  *runs = (sett_runs){.block = sett_alloc (SETT_SPOOL_BLOCK)};
  return sett_spool_open (&runs->spool, disk);
}

void sett_runs_close (sett_runs *runs) {
  sett_spool_close (&runs->spool);
  SETT_RELEASE (runs->firsts);
  SETT_RELEASE (runs->ends);
  sett_free (runs->block, SETT_SPOOL_BLOCK);
  *runs = (sett_runs){.block = NULL};
}

/* --- writing ---------------------------------------------------------- */

static unsigned char *encode (unsigned char *to, uint64_t difference) {
  SETT_ASSERT_SLOW (difference);
  for (; difference >= 128; difference >>= 7)
    *to++ = (unsigned char)(difference | 128);
  *to++ = (unsigned char)difference;
  return to;
}

/* Writes a block of the first few; gives their number, 0 if it cannot. */
static size_t write_block (sett_runs *runs, const sett_ref *refs,
                           size_t count) {
  unsigned char *to = runs->block + HEAD;
  uint64_t more = 0;
  while (more + 1 < count && to + LONGEST <= runs->block + SETT_SPOOL_BLOCK) {
    to = encode (to, refs[more + 1] - refs[more]);
    more++;
  }
  memcpy (runs->block, &more, HEAD);
  memset (to, 0, (size_t)(runs->block + SETT_SPOOL_BLOCK - to));
  if (!sett_spool_write (&runs->spool, runs->block))
    return 0;
  SETT_PUSH (runs->firsts, refs[0]);
  return more + 1;
}

int sett_runs_write (sett_runs *runs, const sett_ref *refs, size_t count) {
  for (size_t done = 0, n; done < count; done += n)
    if (!(n = write_block (runs, refs + done, count - done)))
      return 0;
  SETT_PUSH (runs->ends, runs->spool.hashes.count);
  SETT_ASSERT (runs->firsts.count == runs->spool.hashes.count);
  return 1;
}

/* --- reading ---------------------------------------------------------- */

static const unsigned char *decode (const unsigned char *from,
                                    uint64_t *difference) {
  uint64_t value = *from & 127;
  for (unsigned shift = 7; *from++ & 128; shift += 7)
    value |= (uint64_t)(*from & 127) << shift;
  *difference = value;
  return from;
}

/* What is asked for, and how far one run has answered. */
typedef struct question {
  const sett_ref *at, *end;
  const sett_runs_reader *reader;
} question;

/* With a deliberate error neighbours are the same, too. */
static int is_same (const sett_runs *runs, sett_ref a, sett_ref b) {
  return a >> SETT_MUTANT (runs->coarse) == b >> SETT_MUTANT (runs->coarse);
}

/* Goes through a block and the question, side by side. */
static int merge (sett_runs *runs, uint64_t block, question *q) {
  uint64_t more, difference;
  if (!sett_spool_read (&runs->spool, block, runs->block))
    return 0;
  memcpy (&more, runs->block, HEAD);
  SETT_ASSERT (more <= SETT_SPOOL_BLOCK - HEAD);
  const unsigned char *from = runs->block + HEAD;
  for (sett_ref ref = runs->firsts.at[block];; ref += difference) {
    while (q->at != q->end && *q->at < ref)
      q->at++;
    if (q->at == q->end)
      break;
    if (is_same (runs, *q->at, ref))
      q->reader->found (q->reader->context, *q->at);
    if (!more--)
      break;
    from = decode (from, &difference);
  }
  return q->reader->goes_on (q->reader->context);
}

/* Reads those blocks of a run in which something may be. */
static int read_run (sett_runs *runs, uint64_t begin, uint64_t end,
                     question q) {
  const sett_ref *firsts = runs->firsts.at;
  for (uint64_t block = begin; block < end && q.at != q.end; block++) {
    while (q.at != q.end && *q.at < firsts[block])
      q.at++;
    const int is_here =
        q.at != q.end && (block + 1 == end || *q.at < firsts[block + 1]);
    if (is_here && !merge (runs, block, &q))
      return 0;
  }
  return 1;
}

int sett_runs_look_up (sett_runs *runs, const sett_ref *refs, size_t count,
                       const sett_runs_reader *reader) {
  const question q = {refs, refs + count, reader};
  uint64_t begin = 0;
  for (size_t run = 0; run < runs->ends.count; run++) {
    if (!read_run (runs, begin, runs->ends.at[run], q))
      return 0;
    begin = runs->ends.at[run];
  }
  return 1;
}
