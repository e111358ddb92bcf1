// expect-error: 14: more than 256 proctypes
#define ONE(N) proctype P##N () { skip }
#define TEN(N) \
  ONE (N##0) ONE (N##1) ONE (N##2) ONE (N##3) ONE (N##4) \
  ONE (N##5) ONE (N##6) ONE (N##7) ONE (N##8) ONE (N##9)
#define HUNDRED(N) \
  TEN (N##0) TEN (N##1) TEN (N##2) TEN (N##3) TEN (N##4) \
  TEN (N##5) TEN (N##6) TEN (N##7) TEN (N##8) TEN (N##9)
byte x;
HUNDRED (1)
HUNDRED (2)
TEN (30) TEN (31) TEN (32) TEN (33) TEN (34)
ONE (350) ONE (351) ONE (352) ONE (353) ONE (354) ONE (355)
init { run P355 () }
