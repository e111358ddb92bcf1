byte a[(-2147483647-1)/(-1)];
 byte b[(-2147483647-1)%(-1)];
 byte c[2147483647+1];
 byte d[1<<33];
 byte e[-(-2147483647-1)];
 byte f[1/0];
byte g[65536*65536];
byte h=300; int i=3000000000;
active proctype P(){skip}