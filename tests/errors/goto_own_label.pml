// expect-error: 3: goto|circle
// expect-error: 4: goto|circle
active proctype P () { L: goto L }
active proctype Q () { if :: true -> skip; M: N: goto M :: else fi }
