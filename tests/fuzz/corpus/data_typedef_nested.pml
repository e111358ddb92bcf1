typedef Cell {
  byte v[2];
  bool used
};
typedef Row {
  Cell cell[2];
  byte count
};
Row row[2];
active [2] proctype P () {
  row[_pid].cell[1].v[_pid] = _pid + 1;
  row[_pid].cell[1].used = true;
  row[_pid].count = row[_pid].cell[1].v[_pid] + row[1 - _pid].cell[1].v[1 - _pid];
  assert (row[_pid].cell[0].used == false)
}
