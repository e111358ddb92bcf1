// Rule: both kinds of comments are blanks, even inside a statement.
// expect: verdict=verified states=15
/* several
   lines */
byte x; // to the end of the line
active proctype P () {
  x /* here */ = /* and here */ 1;
  /* // not nested */ x = 2 // last
}
active proctype Q () {
  x = 3
}
