/* Lists and trees of C++ do under Sett what they do without: random operations
   on std::map and std::list, compared with a sorted vector and with a vector;
   trees stay red-black. */

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <list>
#include <map>
#include <vector>

typedef std::_Rb_tree_node_base node;

/* How many black nodes are on each way down. */
static int blacks (const node *n) {
  if (!n)
    return 1;
  const bool red = n->_M_color == std::_S_red;
  for (const node *below : {n->_M_left, n->_M_right}) {
    assert (!below || below->_M_parent == n);
    assert (!red || !below || below->_M_color == std::_S_black);
  }
  const int count = blacks (n->_M_left);
  assert (count == blacks (n->_M_right));
  return count + !red;
}

static void check_tree (const std::map<int, int> &m, std::vector<int> &keys) {
  const node *header = m.end ()._M_node;
  std::sort (keys.begin (), keys.end ());
  assert (m.size () == keys.size ());
  assert (std::equal (keys.begin (), keys.end (), m.begin (),
                      [] (int k, const std::pair<const int, int> &x) {
                        return k == x.first && x.second == -k;
                      }));
  assert (std::equal (
      keys.rbegin (), keys.rend (), m.rbegin (),
      [] (int k, const std::pair<const int, int> &x) { return k == x.first; }));
  assert (!header->_M_parent || header->_M_parent->_M_parent == header);
  assert (!header->_M_parent || header->_M_parent->_M_color == std::_S_black);
  blacks (header->_M_parent);
}

static void trees (int steps, int most) {
  std::map<int, int> m;
  std::vector<int> keys;
  while (steps--) {
    const int key = rand () % most;
    const auto at = std::find (keys.begin (), keys.end (), key);
    if (at == keys.end ()) {
      m[key] = -key;
      keys.push_back (key);
    } else {
      m.erase (key);
      keys.erase (at);
    }
    check_tree (m, keys);
  }
}

static void lists (int steps) {
  std::list<int> l, other{-1, -2};
  std::vector<int> v;
  while (steps--) {
    const int at = v.empty () ? 0 : rand () % (int)v.size ();
    auto place = std::next (l.begin (), at);
    switch (rand () % 6) {
    case 0:
    case 1:
      l.insert (place, steps);
      v.insert (v.begin () + at, steps);
      break;
    case 2:
      if (!v.empty ()) {
        l.erase (place);
        v.erase (v.begin () + at);
      }
      break;
    case 3:
      l.reverse ();
      std::reverse (v.begin (), v.end ());
      break;
    case 4: /* what is before goes behind */
      l.splice (l.end (), l, l.begin (), place);
      std::rotate (v.begin (), v.begin () + at, v.end ());
      break;
    default: {
      const bool empty = rand () % 2;
      if (empty)
        other.clear ();
      l.swap (other);
      assert (std::equal (v.begin (), v.end (), other.begin (), other.end ()));
      l.swap (other);
      other = {-1, -2};
      l.sort ();
      std::sort (v.begin (), v.end ());
    }
    }
    assert (l.size () == v.size ());
    assert (std::equal (v.begin (), v.end (), l.begin ()));
    assert (std::equal (v.rbegin (), v.rend (), l.rbegin ()));
  }
}

int main () {
  srand (1);
  for (int most : {2, 5, 20, 100})
    trees (300, most);
  lists (300);
}
