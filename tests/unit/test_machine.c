/* The limits of control groups, from files as the kernel shows them. */

#include "cli/machine.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char root[] = "/tmp/sett-test-machine-XXXXXX";

/* Writes a file below the root, with the folders above it. */
static void put (const char *path, const char *content) {
  char whole[400];
  snprintf (whole, sizeof whole, "%s%s", root, path);
  for (char *slash = whole + strlen (root) + 1; (slash = strchr (slash, '/'));
       slash++) {
    *slash = 0;
    mkdir (whole, 0700);
    *slash = '/';
  }
  FILE *file = fopen (whole, "w");
  assert_non_null (file);
  fputs (content, file);
  assert_int_equal (fclose (file), 0);
}

static int begin (void **state) {
  (void)state;
  strcpy (root + strlen (root) - 6, "XXXXXX");
  return mkdtemp (root) ? 0 : -1;
}

static int end (void **state) {
  char command[100];
  (void)state;
  snprintf (command, sizeof command, "rm -rf '%s'", root);
  return system (command);
}

static void expect (uint64_t limit) {
  assert_true (sett_machine_group_limit (root) == limit);
}

static const char second_version[] =
    "24 1 0:20 / / rw - ext4 /dev/sda rw\n"
    "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";

static void test_second_version (void **state) {
  (void)state;
  put ("/proc/self/mountinfo", second_version);
  put ("/proc/self/cgroup", "0::/user.slice/job/inner\n");
  expect (UINT64_MAX);
  put ("/sys/fs/cgroup/user.slice/job/inner/memory.max", "max\n");
  expect (UINT64_MAX);
  put ("/sys/fs/cgroup/user.slice/memory.max", "5000000\n");
  expect (5000000); /* of an ancestor */
  put ("/sys/fs/cgroup/user.slice/job/inner/memory.max", "4000000\n");
  expect (4000000);
  put ("/sys/fs/cgroup/user.slice/job/memory.max", "3000000\n");
  put ("/sys/fs/cgroup/other/memory.max", "1000\n");
  expect (3000000);
}

static void test_first_version (void **state) {
  (void)state;
  put ("/proc/self/mountinfo",
       "30 24 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
       "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  put ("/proc/self/cgroup", "5:cpu:/a\n4:memory:/jobs/one\n0::/\n");
  put ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put ("/sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes", "7000\n");
  put ("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "10\n");
  expect (7000);
}

/* A container may see its own group as the root of the mount. */
static void test_mounted_from_within (void **state) {
  (void)state;
  put ("/proc/self/mountinfo",
       "30 24 0:26 /box/me /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  put ("/proc/self/cgroup", "0::/box/me/part\n");
  put ("/sys/fs/cgroup/memory.max", "800\n");
  expect (800);
  put ("/sys/fs/cgroup/part/memory.max", "700\n");
  expect (700);
  put ("/proc/self/cgroup", "0::/../elsewhere\n");
  expect (800);
}

static void test_nothing_there (void **state) {
  (void)state;
  expect (UINT64_MAX);
  put ("/proc/self/mountinfo", "nonsense\n\n1 2 3\n30 24 0:26 / /x rw\n - \n");
  put ("/proc/self/cgroup", "nonsense\n:\n::\n0::\n");
  expect (UINT64_MAX);
  put ("/proc/self/mountinfo", second_version);
  expect (UINT64_MAX);
  assert_true (sett_machine_memory () > 0);
}

static void expect_processors (uint64_t limit) {
  assert_true (sett_machine_group_processors (root) == limit);
}

static void test_processors (void **state) {
  (void)state;
  put ("/proc/self/mountinfo", second_version);
  put ("/proc/self/cgroup", "0::/user.slice/job\n");
  expect_processors (UINT64_MAX);
  put ("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
  expect_processors (UINT64_MAX);
  put ("/sys/fs/cgroup/user.slice/cpu.max", "400000 100000\n");
  expect_processors (4);
  put ("/sys/fs/cgroup/user.slice/job/cpu.max", "150000 100000\n");
  expect_processors (2); /* a part of one counts as one */
  put ("/proc/self/mountinfo",
       "30 24 0:26 / /v1 rw - cgroup cgroup rw,cpu,cpuacct\n");
  put ("/proc/self/cgroup", "5:cpu,cpuacct:/a\n0::/\n");
  put ("/v1/a/cpu.cfs_period_us", "100000\n");
  put ("/v1/a/cpu.cfs_quota_us", "-1\n");
  expect_processors (UINT64_MAX);
  put ("/v1/a/cpu.cfs_quota_us", "300000\n");
  expect_processors (3);
  assert_true (sett_machine_processors () > 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown (test_second_version, begin, end),
      cmocka_unit_test_setup_teardown (test_first_version, begin, end),
      cmocka_unit_test_setup_teardown (test_mounted_from_within, begin, end),
      cmocka_unit_test_setup_teardown (test_nothing_there, begin, end),
      cmocka_unit_test_setup_teardown (test_processors, begin, end),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
