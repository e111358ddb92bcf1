// expect-error: 5: more than 60000 bytes
typedef A { chan x[65535] = [255] of { byte } }
typedef B { A a[65535] }
typedef C { B b[65535] }
C c;
active proctype P () { skip }
