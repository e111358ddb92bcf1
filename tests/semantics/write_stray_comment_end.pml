// Rule: the end of a comment that none begins is left out.
// expect: verdict=verified states=4
byte x; */
active proctype P () { x = 2 * 3 */; x = x */* a product */2 }
