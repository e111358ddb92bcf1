// Rule: a do that receives while it can and leaves by else.
// expect: verdict=verified states=24
chan c = [2] of { byte };
byte sum;
active proctype P () {
  c!1;
  c!2
}
active proctype Q () {
  byte v;
  do
  :: c?v -> sum = sum + v
  :: else -> break
  od
}
