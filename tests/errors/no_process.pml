// expect-error: 2-3: process|init|nothing|proctype
byte x;
