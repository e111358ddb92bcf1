/* The alternating bit protocol over channels that lose messages.
 *
 * The sender numbers its messages 0, 1, 0, 1 ... and repeats the current one
 * until its number is confirmed.  The receiver confirms everything it gets and
 * delivers only the number it waits for.  However many messages are lost,
 * everything arrives once and in order: sett says "verified".
 *
 * K. A. Bartlett, R. A. Scantlebury and P. T. Wilkinson, "A note on reliable
 * full-duplex transmission over half-duplex links", CACM 12(5), 1969.
 */
#define VALUES 3 /* prime to 2, so a lost or doubled value shows */

chan frames = [2] of { bit, byte };   /* number, value */
chan confirmed = [2] of { bit };      /* number */

active proctype sender () {
  bit number, n;
  byte value;

  do
  :: frames!number, value;
    if
    :: confirmed?n ->
      if
      :: n == number -> /* it arrived: the next one */
        number = 1 - number;
        value = (value + 1) % VALUES
      :: else           /* an old confirmation: repeat */
      fi
    :: timeout          /* frame or confirmation lost: repeat */
    fi
  od
}

active proctype receiver () {
  bit wanted, n;
  byte value, expected;

  do
  :: frames?n, value ->
    if
    :: n == wanted ->
      assert (value == expected);
      wanted = 1 - wanted;
      expected = (expected + 1) % VALUES
    :: else /* seen before: only confirm it again */
    fi;
    confirmed!n
  od
}

active proctype noise () { /* steals messages at any time */
  do
  :: frames?_, _
  :: confirmed?_
  od
}
