// expect-error: 3: initial value cannot contain 'run'
proctype B () { skip }
proctype A () { byte p = run B (); skip }
init { run A () }
