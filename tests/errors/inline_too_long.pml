// Each inline is twice as long as the one before it.
// expect-error: 33: expand to more than
inline i0 () { skip }
inline i1 () { i0 (); i0 () }
inline i2 () { i1 (); i1 () }
inline i3 () { i2 (); i2 () }
inline i4 () { i3 (); i3 () }
inline i5 () { i4 (); i4 () }
inline i6 () { i5 (); i5 () }
inline i7 () { i6 (); i6 () }
inline i8 () { i7 (); i7 () }
inline i9 () { i8 (); i8 () }
inline i10 () { i9 (); i9 () }
inline i11 () { i10 (); i10 () }
inline i12 () { i11 (); i11 () }
inline i13 () { i12 (); i12 () }
inline i14 () { i13 (); i13 () }
inline i15 () { i14 (); i14 () }
inline i16 () { i15 (); i15 () }
inline i17 () { i16 (); i16 () }
inline i18 () { i17 (); i17 () }
inline i19 () { i18 (); i18 () }
inline i20 () { i19 (); i19 () }
inline i21 () { i20 (); i20 () }
inline i22 () { i21 (); i21 () }
inline i23 () { i22 (); i22 () }
inline i24 () { i23 (); i23 () }
inline i25 () { i24 (); i24 () }
inline i26 () { i25 (); i25 () }
inline i27 () { i26 (); i26 () }
inline i28 () { i27 (); i27 () }
inline i29 () { i28 (); i28 () }
active proctype P () { i29 () }
