/* The bounded retransmission protocol.
 *
 * Source: L. Helmink, M. P. A. Sellink and F. W. Vaandrager, "Proof-checking a
 * data link protocol", 1994; used by Philips in remote controls.  An
 * alternating-bit protocol that sends a file of N chunks, retries each at most
 * RETRIES times, then gives up, and tells both clients how it went: OK, NOK,
 * or "do not know" when only the confirmation of the last chunk is missing.
 * The same protocol serves PAIRS independent pairs of stations.
 *
 * Parameters: N, largest number of chunks; RETRIES; PAIRS.
 * Uses: mtypes, arrays of channels, loss in the channel, timeout by
 * observation, run with parameters.
 */
#ifndef N
#define N 3
#endif
#ifndef RETRIES
#define RETRIES 2
#endif
#ifndef PAIRS
#define PAIRS 2
#endif

mtype = { ok, nok, dont_know };

chan frames[PAIRS] = [1] of { bit, bit, bit, byte }; /* first last bit data */
chan confirm[PAIRS] = [1] of { bit };
bool busy[PAIRS];        /* the receiver is handling a frame */
mtype told[PAIRS];       /* what the sender's client was told */
byte received[PAIRS];    /* chunks handed to the receiver's client */
bool complete[PAIRS];    /* the receiver has seen the last chunk */

proctype sender (byte me) {
  byte size, chunk, tries;
  bit toggle;

  do
  :: /* a new file of 1 .. N chunks */
    select (size : 1 .. N);
    d_step { chunk = 1; tries = 0; told[me] = 0 };
    do
    :: chunk > size -> told[me] = ok; break
    :: chunk <= size ->
      if
      :: frames[me]!(chunk == 1), (chunk == size), toggle, chunk
      :: skip /* lost on the way */
      fi;
      if
      :: confirm[me]?eval (toggle) ->
        d_step { toggle = 1 - toggle; chunk++; tries = 0 }
      :: empty (frames[me]) && empty (confirm[me]) && !busy[me] ->
        if
        :: tries < RETRIES -> tries++
        :: tries == RETRIES && chunk == size -> told[me] = dont_know; break
        :: tries == RETRIES && chunk < size -> told[me] = nok; break
        fi
      fi
    od;
    assert (told[me] != ok || (complete[me] && received[me] == size));
    assert (told[me] != nok || !complete[me]);
    /* Both sides start afresh, as after the time-out of the receiver. */
    d_step {
      received[me] = 0; complete[me] = false; toggle = 0; size = 0; chunk = 0;
      tries = 0
    }
  od
}

proctype receiver (byte me) {
  bit first, last, toggle, expected;
  byte data;

end:
  do
  :: atomic { frames[me]?first, last, toggle, data -> busy[me] = true };
    if
    :: first && received[me] == 0 -> expected = toggle
    :: else
    fi;
    if
    :: toggle == expected ->
      received[me]++;
      assert (data == received[me]);
      complete[me] = last;
      expected = 1 - expected
    :: else /* a repetition */
    fi;
    if
    :: confirm[me]!toggle
    :: skip /* lost on the way */
    fi;
    d_step { first = 0; last = 0; toggle = 0; data = 0; busy[me] = false }
  od
}

init {
  byte i;

  atomic {
    for (i : 0 .. PAIRS - 1) {
      run sender (i);
      run receiver (i)
    }
  }
}
