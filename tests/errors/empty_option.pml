// expect-error: 5-6: ::|fi|statement|expect
byte x;
active proctype P () {
  if
  ::
  fi
}
