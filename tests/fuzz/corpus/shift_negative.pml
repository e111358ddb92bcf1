byte a[8 + (-1 << 1)];
active proctype P () { a[5] = 1 }
