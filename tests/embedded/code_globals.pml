// c_code reads and writes globals of every type.
// expect: verdict=verified states=21
byte b = 250;
bool f;
short s = -3;
int a[3] = 1;
unsigned u : 4 = 9;

active [2] proctype P () {
  c_code { now.b++; now.s = now.s - 1; now.f = !now.f; };
  c_code { now.a[1] += 2; now.u = (now.u + 1) & 15; };
  assert (a[1] <= 5 && a[0] == 1 && s >= -5)
}
