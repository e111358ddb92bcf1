/* Comments and strings in C may contain "quotes" and braces. */
// expect: verdict=verified states=4
byte x;

active proctype P () {
  c_code { /* it's a } brace */ now.x++; // so isn't this: {
    char *t = "}{"; char u = '}'; now.x += t[0] == u; };
  assert (x == 2)
}
