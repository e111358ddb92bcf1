// Rule: channel names can be compared.
// expect: verdict=verified states=15
chan a = [1] of { byte };
chan b = [1] of { byte };
chan pick;
active proctype P () {
  if
  :: pick = a
  :: pick = b
  fi;
  if
  :: pick == a -> a!1
  :: pick != a -> b!1
  fi
}
active proctype Q () {
  byte v;
  if
  :: a?v -> assert (pick == a)
  :: b?v -> assert (pick == b)
  fi
}
