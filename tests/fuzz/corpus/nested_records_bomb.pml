typedef A { byte x[65535] }; typedef B { A a[65535] }; typedef C { B b[65535]}; C c; active proctype P(){skip}
