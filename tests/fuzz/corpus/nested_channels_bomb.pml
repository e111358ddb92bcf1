typedef A { chan x[65535] = [255] of {byte} }; typedef B { A a[65535] }; B c; active proctype P(){skip}
