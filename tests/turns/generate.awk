# Random programs for play.c, a line each: -v n=NUMBER -v seed=SEED -v kind=KIND.
# Kinds: cancel (threads, of which some are cancelled), signal (processes with handlers),
# inside (a process of two threads that gets signals), process (children that end),
# lock (locks and descriptors that a child inherits), limit (waits with time limits).

function draw (below) {
  return int (rand () * below)
}

function some (list,   words) {
  return words[1 + draw (split (list, words, " "))]
}

# What some wait for, and what others do; for threads only behind the bar.
function themes () {
  waits[0] = "pipe_read pipe_parts pipe_poll pipe_ppoll pipe_select pipe_pselect"
  wakes[0] = "pipe_write pipe_write1 pipe_close_out pipe_look"
  waits[1] = "pipe_epoll pipe_epoll_masked pipe_read"
  wakes[1] = "pipe_write pipe_write1"
  waits[2] = "full_write full_write_much full_poll"
  wakes[2] = "full_read"
  waits[3] = "stream_read stream_receive stream_message stream_poll"
  wakes[3] = "stream_write stream_write1 stream_stop"
  waits[4] = "datagram_receive"
  wakes[4] = "datagram_send"
  waits[5] = "event_read event_poll"
  wakes[5] = "event_write"
  waits[6] = "accept accept_poll"
  wakes[6] = "connect"
  waits[7] = "shared_down"
  wakes[7] = "shared_up shared_value"
  waits[8] = "set_down set_zero"
  wakes[8] = "set_up set_value"
  waits[9] = "message_receive message_receive1 message_receive2"
  wakes[9] = "message_send message_send1"
  waits[10] = "queue_receive queue_send"
  wakes[10] = "queue_send queue_send1 queue_count"
  waits[11] = "flock flock_shared flock_again flock_again_shared flock_copy"
  wakes[11] = "flock_end flock_end_again flock_try flock flock_shared file_close again_close copy_close"
  waits[12] = "record record_shared opened opened_again"
  wakes[12] = "record_end record_ask record_try opened_end opened_ask opened file_close again_close"
  waits[13] = "fifo_read fifo_write"
  wakes[13] = "fifo_read fifo_write"
  waits[14] = "pause suspend sigwait sigwaitinfo block_other,sigwaitinfo_other"
  wakes[14] = "sigtry pending"
  all_themes = 15
  waits[15] = "down"
  wakes[15] = "up down_try value"
  waits[16] = "lock,change_wait,unlock lock"
  wakes[16] = "change_one change_all lock,change_one,unlock lock_try,unlock lock"
  waits[17] = "both_read both_write both_read,both_unlock"
  wakes[17] = "both_unlock both_write,both_unlock both_read"
  thread_themes = 18
  limits[0] = "pipe_poll_timed pipe_ppoll_timed pipe_select_timed"
  limits[1] = "pipe_epoll_timed"
  limits[3] = "stream_timed stream_timed_all"
  limits[4] = "datagram_timed"
  limits[7] = "shared_down_timed"
  limits[8] = "set_down_timed set_zero_timed"
  limits[10] = "queue_timed"
  limits[14] = "sigwait_timed"
  limits[15] = "down_timed"
  limits[16] = "lock,change_timed,unlock lock_timed lock_timed,unlock"
  limits[17] = "both_write_timed both_read_timed,both_unlock both_read_timed"
}

function step (odds) {
  return draw (100) < odds ? some(waits[theme]) : some(wakes[theme])
}

function add (text, more) {
  return text == "" ? more : more == "" ? text : text "," more
}

function steps (count, odds,   text) {
  while (count-- > 0)
    text = add(text, step(odds))
  return text
}

function cancel_program (   root, one, two, threads) {
  theme = draw (thread_themes)
  if (theme == 14)
    theme = 15
  threads = draw (3) ? 1 : 2
  one = steps(1 + draw (2), 75)
  if (!draw (4))
    one = add("nocancel", add(one, draw (2) ? "cancels,test" : "cancels," step(80)))
  else if (!draw (4))
    one = add(one, some("test cancels thread_exit nocancel"))
  two = steps(1 + draw (2), 50)
  root = "thread1"
  if (!draw (5))
    root = add(steps(1, 30), root)
  if (threads == 2)
    root = add(root, "thread2")
  root = add(root, steps(draw (3), 10))
  root = add(root, "cancel1")
  root = add(root, steps(draw (3), 10))
  root = add(root, threads == 2 && draw (2) ? "cancel2" : "join1")
  if (!draw (3))
    root = add(root, steps(1, 0))
  return root " " one (threads == 2 ? " " two : "")
}

function handling () {
  return some("handle handle handle_restart handle_restart handle_once handle_write handle_other " \
              "block block,handle block,handle_restart ignore default handle_post_restart handle_post")
}

function fits (text) {
  return theme == 0 || theme == 1 || theme == 7 || theme == 15 || text !~ /post|handle_write/
}

# Two or three that wait for a time, and somebody who may come in time.
function limit_program (   root, one, two, three, fork, i) {
  do
    theme = draw (thread_themes)
  while (!(theme in limits))
  fork = theme < 15 && draw (2)
  three = !draw (3)
  one = add(draw (3) ? "" : steps(1, 50), some(limits[theme]))
  if (draw (2))
    one = add(one, draw (2) ? some(limits[theme]) : steps(1, 50))
  two = add(steps(draw (2), 50), draw (3) ? "" : some(limits[theme]))
  root = draw (2) ? steps(1, 20) : ""
  if (theme == 14 || (fork && !draw (3)))
    root = add("block", root)
  root = add(root, fork ? "fork1" : "thread1")
  if (three)
    root = add(root, fork && draw (2) ? "fork2" : "thread2")
  root = add(root, steps(draw (3), 20))
  if (fork && theme == 14)
    root = add(root, "kill1")
  else if (!fork && !draw (4))
    root = add(root, "cancel1")
  root = add(root, some(limits[theme]))
  if (draw (2))
    root = add(root, steps(1, 0))
  return root " " one (three ? " " (two == "" ? steps(1, 0) : two) : "")
}

function proper (   text) {
  do
    text = handling()
  while (!fits(text) || (text ~ /post/ && theme != 7 && theme != 15) || (text ~ /handle_write/ && theme > 1))
  return text
}

function signal_step () {
  return some("kill1 kill1 kill1 kill_other1 terminate1")
}

function signal_program (   root, one, two, three) {
  theme = draw (all_themes)
  three = !draw (3)
  root = draw (3) ? proper() "," : ""
  root = root "fork1"
  one = draw (2) ? proper() : ""
  if (one ~ /block/ && draw (3))
    one = add(one, steps(1, 80) "," some("unblock pending sigtry sigwait suspend pipe_ppoll pipe_pselect"))
  else
    one = add(one, steps(1 + draw (2), 80))
  two = add(steps(draw (2), 50), "kill1")
  if (three)
    root = add(root, "fork2")
  root = add(root, steps(draw (2), 20))
  root = add(root, signal_step())
  root = add(root, steps(draw (3), 20))
  root = add(root, some("wait wait wait_for1 wait_try look take1"))
  return root " " one (three ? " " two : "")
}

# The first process sends signals to one with two threads, of which one takes them.
function inside_program (   root, main, other, taker) {
  theme = draw (2) ? draw (all_themes) : draw (thread_themes)
  do
    root = "block," proper() ",fork1"
  while (root ~ /ignore/) # it may interrupt a call all the same (signal(7) does not say so)
  root = add(root, steps(draw (2), 10))
  root = add(root, some("kill1 kill1 kill_other1"))
  root = add(root, some("wait wait_for1 kill1"))
  taker = draw (2)
  main = "thread2"
  other = ""
  if (taker)
    main = add(main, "unblock")
  else
    other = "unblock"
  main = add(main, steps(1, 50))
  if (draw (2))
    main = add(main, some("join2 cancel2 join2 cancel2,join2"))
  other = add(other, steps(1, 80))
  return root " " main " " other
}

function child_step () {
  return some("orphan0 leave exit kill0 ask0 file_write buffer exit leave at_exit at_fork flush kill_hard0 handle terminate0")
}

function parent_step () {
  return some("wait wait_for1 wait_try wait_try_for1 look look_try1 take1 kill1 kill_hard1 terminate1 ask1 " \
              "handle_child handle_reap ignore_child no_zombies block_child unblock_child pending_child " \
              "file_size buffer flush at_exit pause leave exit wait wait_for1 at_fork")
}

function process_program (   root, one, two, count, shape) {
  shape = draw (3)
  root = ""
  for (count = draw (3); count > 0; count--)
    root = add(root, some("handle_child handle_reap ignore_child no_zombies block_child buffer at_exit at_fork handle handle_restart ignore handle_other"))
  root = add(root, "fork1")
  if (shape == 1)
    root = add(root, "fork2")
  for (count = 1 + draw (4); count > 0; count--)
    root = add(root, shape == 1 && !draw (4) ? some("wait_for2 kill2 wait_try_for2 take2") : parent_step())
  one = ""
  for (count = draw (3); count > 0; count--)
    one = add(one, child_step())
  if (shape == 2) {
    one = add(one, "fork2")
    for (count = draw (3); count > 0; count--)
      one = add(one, parent_step())
    gsub (/1/, "2", one)
  }
  two = shape == 2 ? "orphan1" : ""
  for (count = draw (3); count > 0; count--)
    two = add(two, child_step())
  return root " " (one == "" ? "leave" : one) (shape ? " " (two == "" ? "exit" : two) : "")
}

# What is closed is not used afterwards: that would be no call of its own.
function closes_last (text,   n, words, i, last, result) {
  n = split (text, words, ",")
  for (i = 1; i <= n; i++)
    if (words[i] ~ /_close$/)
      last = words[i]
    else
      result = add(result, words[i])
  return add(result, last)
}

function lock_program (   root, one, two) {
  theme = 11 + draw (2)
  root = draw (2) ? steps(1, 70) : ""
  root = add(root, "fork1")
  two = draw (2)
  if (two)
    root = add(root, "fork2")
  root = add(root, steps(1 + draw (2), 30))
  if (!draw (3))
    root = add(root, some("kill_hard1 wait leave"))
  return closes_last(root) " " closes_last(steps(1 + draw (3), 50)) \
    (two ? " " closes_last(steps(1 + draw (2), 50)) : "")
}

BEGIN {
  srand (seed)
  themes()
  while (n-- > 0)
    print kind == "cancel" ? cancel_program() : kind == "signal" ? signal_program() : \
      kind == "inside" ? inside_program() : kind == "lock" ? lock_program() : kind == "limit" ? limit_program() : process_program()
}
