// Rule: an option sees the state before the choice (SPIN 6.5.2 restores
// another element).
// expect: verdict=verified states=7
chan c = [1] of { byte, byte }; byte a[2], i;
active proctype P () { c!1,7; if :: c?i,a[i] :: true -> assert (a[1] == 0 && a[0] == 0 && c?[1,7]) fi }
