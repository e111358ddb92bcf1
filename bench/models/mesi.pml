/* A snooping MESI cache with a shared bus, for one memory line.
 *
 * Source: M. Papamarcos and J. Patel, "A low-overhead coherence solution for
 * multiprocessors with private cache memories", ISCA 1984.  Each processor
 * reads and writes; its cache asks for the bus, and while it owns the bus
 * every other cache answers in turn: it writes back a modified line and
 * degrades or drops its copy.  Checked: a read sees the last value written.
 *
 * Parameters: N, processors; V, values.
 * Uses: rendezvous, arrays, mtypes, an arbiter process.
 */
#ifndef N
#define N 3
#endif
#ifndef V
#define V 2
#endif

mtype = { modified, exclusive, shared, invalid };
mtype = { read, write, upgrade };

chan request = [0] of { byte };          /* a cache asks for the bus */
chan grant[N] = [0] of { bit };
chan snoop[N] = [0] of { mtype };        /* the owner tells another cache */
chan answer[N] = [0] of { bit };         /* and whether it had a copy */
chan release = [0] of { bit };

mtype line[N] = invalid;
byte copy[N];
byte memory;
byte newest; /* ghost: the value written last */

proctype arbiter () {
  byte who;

end:
  do
  :: request?who -> grant[who]!1; release?_
  od
}

/* Answers the bus on behalf of a cache. */
proctype snooper (byte me) {
  mtype what;

end:
  do
  :: snoop[me]?what ->
    if
    :: line[me] == invalid -> answer[me]!0
    :: line[me] != invalid ->
      d_step {
        if
        :: line[me] == modified -> memory = copy[me]
        :: else
        fi;
        if
        :: what == read -> line[me] = shared
        :: else -> line[me] = invalid; copy[me] = 0
        fi
      };
      answer[me]!1
    fi;
    what = 0
  od
}

proctype processor (byte me) {
  byte i, v;
  bit had, others;
  mtype what;

end:
  do
  :: atomic { line[me] != invalid -> assert (copy[me] == newest) } /* hit */
  :: atomic { line[me] == modified || line[me] == exclusive ->
      line[me] = modified;
      copy[me] = (copy[me] + 1) % V;
      newest = copy[me]
    }
  :: line[me] == invalid -> what = read; goto bus
  :: line[me] == invalid -> what = write; goto bus
  :: line[me] == shared -> what = upgrade; goto bus
  od;

bus:
  request!me;
  grant[me]?_;
  if /* lost the line while waiting for the bus */
  :: what == upgrade && line[me] == invalid -> what = write
  :: else
  fi;
  i = 0;
  do
  :: i < N && i != me ->
    snoop[i]!what;
    answer[i]?had;
    d_step { others = others || had; i++; had = 0 }
  :: i == me -> i++
  :: i == N -> break
  od;
  if
  :: what == read ->
    d_step {
      copy[me] = memory;
      line[me] = (others -> shared : exclusive)
    };
    assert (copy[me] == newest)
  :: what == write || what == upgrade ->
    d_step {
      if
      :: what == write -> v = memory
      :: else -> v = copy[me]
      fi;
      copy[me] = (v + 1) % V;
      newest = copy[me];
      line[me] = modified
    }
  fi;
  d_step { i = 0; v = 0; others = 0; what = 0 };
  release!1;
  goto end
}

init {
  byte i;

  atomic {
    run arbiter ();
    for (i : 0 .. N - 1) {
      run snooper (i);
      run processor (i)
    }
  }
}
