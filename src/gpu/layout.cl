/* How states become words and words states, where the tree (word_tree.h) is another
   one than the program was made for: it is data then, the *layout*, so that it
   needs no other program, which takes drivers seconds to compile.  tables.cl is
   before.

   The layout: whether the program was made for it; how many tables of nodes there are, where the fields of each node
   begin and those of the root behind them, `base` and `bits` (pack.h), the
   fields.  A field is a mask, and: which word of the state, from which bit on,
   to which bit of the node.  The place of a node counts as a word of the state,
   behind the others. */

#if LAYOUT

enum { FIRSTS = 2, BASES = FIRSTS + NODES + 2, FIELDS = BASES + 2 * STATE_WORDS };

static SETT_APART int pack_laid_out (searcher *k, word *s, word *root) {
  LAYOUT_SPACE word *layout = k->layout;
  const int tables = (int)layout[1];
  word other = 0;
  for (int i = 0; i < STATE_WORDS; i++)
    other |= (s[i] ^ BASE (k, i)) & ~BITS (k, i);
  if (misfits (k, other))
    return 0;
  LAYOUT_SPACE word *field = layout + FIELDS;
  for (int node = 0;; node++) {
    LAYOUT_SPACE word *end = layout + FIELDS + 2 * layout[FIRSTS + node + 1];
    word w = 0;
    for (; field < end; field += 2) {
      const uint where = (uint)field[1];
      w |= (s[where & 0xffff] >> (where >> 16 & 63) & field[0])
           << (where >> 24);
    }
    if (node == tables) {
      *root = w;
      return !is_crowded (k);
    }
    s[STATE_WORDS + node] = place (k, node, w);
  }
}

static SETT_APART void unpack_laid_out (searcher *k, word root, word *s) {
  LAYOUT_SPACE word *layout = k->layout;
  const int tables = (int)layout[1];
  for (int i = 0; i < STATE_WORDS; i++)
    s[i] = BASE (k, i) & ~BITS (k, i);
  for (int i = 0; i < tables; i++)
    s[STATE_WORDS + i] = 0;
  for (int node = tables; node >= 0; node--) {
    const word w =
        node == tables ? root : word_at (k, node, s[STATE_WORDS + node]);
    LAYOUT_SPACE word *field = layout + FIELDS + 2 * layout[FIRSTS + node];
    LAYOUT_SPACE word *end = layout + FIELDS + 2 * layout[FIRSTS + node + 1];
    for (; field < end; field += 2) {
      const uint where = (uint)field[1];
      s[where & 0xffff] |= (w >> (where >> 24) & field[0])
                           << (where >> 16 & 63);
    }
  }
}

static int pack (searcher *k, word *s, word *root) {
  return k->layout[0] ? pack_built_in (k, s, root)
                      : pack_laid_out (k, s, root);
}

static void unpack (searcher *k, word root, word *s) {
  if (k->layout[0])
    unpack_built_in (k, root, s);
  else
    unpack_laid_out (k, root, s);
}

#endif
