/* Devices: see device.h. */

#include "gpu/device.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/watch.h"
#include "gpu/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 64, MOST_KERNELS = 16, GROUP = 128 };

/* Of the program: what every search needs; the rest. */
enum { PARTS = 2 };

struct sett_device {
  void *library;
  opencl cl;
  cl_device_id all[MOST_DEVICES];
  unsigned count;
  cl_device_id id; /* the one that is used */
  cl_context context;
  cl_command_queue queue;
  cl_program programs[PARTS]; /* null: not built (yet) */
  sett_text source, options[PARTS];
  double building; /* seconds */
  cl_kernel kernels[MOST_KERNELS];
  const char *kernel_names[MOST_KERNELS];
  unsigned kernels_count;
  char name[256];
  char error[200]; /* "": none */
};

/* ------------------------------------------------------------- loader --- */

static void *open_library (void) {
  static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so"};
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

static int find_functions (sett_device *d, sett_text *error) {
#define FUNCTION(RESULT, NAME, ...)                                            \
  *(void **)&d->cl.NAME = dlsym (d->library, #NAME);                           \
  if (!d->cl.NAME) {                                                           \
    sett_text_addf (error, "libOpenCL has no function " #NAME);                \
    return 0;                                                                  \
  }
  OPENCL_FUNCTIONS
#undef FUNCTION
  return 1;
}

static void find_devices (sett_device *d) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (d->cl.clGetPlatformIDs (16, platforms, &count))
    return;
  for (cl_uint i = 0; i < count && i < 16; i++) {
    cl_uint found = 0;
    const cl_uint room = MOST_DEVICES - d->count;
    if (!room || d->cl.clGetDeviceIDs (platforms[i], CL_DEVICE_TYPE_ALL, room,
                                       d->all + d->count, &found))
      continue;
    d->count += found < room ? found : room;
    SETT_ASSERT (d->count <= MOST_DEVICES);
  }
}

/* The loader, and what it knows; null, with a sentence, if that is nothing. */
static sett_device *open_loader (sett_text *error) {
  sett_device *d = sett_zalloc (1, sizeof *d);
  d->library = open_library ();
  if (!d->library)
    sett_text_add (error, "--gpu needs OpenCL's loader, libOpenCL.so.1, which "
                          "is not installed (Debian: ocl-icd-libopencl1) "
                          "beside the driver of the GPU");
  else if (find_functions (d, error)) {
    find_devices (d);
    if (!d->count)
      sett_text_add (error, "--gpu: OpenCL knows no device; is the driver of "
                            "the GPU installed, and listed in "
                            "/etc/OpenCL/vendors? (see docs/gpu.md)");
  }
  if (d->count)
    return d;
  sett_device_close (d);
  return NULL;
}

/* -------------------------------------------------------- descriptions --- */

static uint64_t number_of (const sett_device *d, cl_device_id id,
                           cl_uint what) {
  uint64_t value = 0; /* little-endian: shorter ones fit */
  d->cl.clGetDeviceInfo (id, what, sizeof value, &value, NULL);
  return value;
}

static void words_of (const sett_device *d, cl_device_id id, cl_uint what,
                      char *words, size_t room) {
  *words = 0;
  if (d->cl.clGetDeviceInfo (id, what, room, words, NULL))
    *words = 0;
}

static int is_processor (const sett_device *d, cl_device_id id) {
  return (number_of (d, id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
}

static void describe (const sett_device *d, cl_device_id id, char name[256]) {
  char device[160], driver[64];
  words_of (d, id, CL_DEVICE_NAME, device, sizeof device);
  words_of (d, id, CL_DRIVER_VERSION, driver, sizeof driver);
  snprintf (name, 256, "%s, driver %s", device, driver);
}

int sett_device_list (sett_text *out, sett_text *error) {
  sett_device *d = open_loader (error);
  if (!d)
    return 0;
  for (unsigned i = 0; i < d->count; i++) {
    char name[256];
    describe (d, d->all[i], name);
    sett_text_addf (
        out, "%u  %s, %.1f GiB%s\n", i, name,
        (double)number_of (d, d->all[i], CL_DEVICE_GLOBAL_MEM_SIZE) /
            (1u << 30),
        is_processor (d, d->all[i]) ? " (a processor)" : "");
  }
  sett_device_close (d);
  return 1;
}

const char *sett_device_name (const sett_device *d) {
  return d->name;
}

uint64_t sett_device_memory (const sett_device *d) {
  return number_of (d, d->id, CL_DEVICE_GLOBAL_MEM_SIZE);
}

uint64_t sett_device_largest_buffer (const sett_device *d) {
  return number_of (d, d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

int sett_device_is_processor (const sett_device *d) {
  return is_processor (d, d->id);
}

size_t sett_device_width (const sett_device *d) {
  const size_t units = number_of (d, d->id, CL_DEVICE_MAX_COMPUTE_UNITS);
  return units * 16 * GROUP;
}

const char *sett_device_error (const sett_device *d) {
  return *d->error ? d->error : NULL;
}

/* ------------------------------------------------------------- opening --- */

/* Remembers the first failure; false if there was one. */
static int good (sett_device *d, cl_int status, const char *what) {
  if (status && !*d->error)
    snprintf (d->error, sizeof d->error, "%s fails with OpenCL's error %d",
              what, (int)status);
  return !*d->error;
}

static int choose (sett_device *d, const char *number, sett_text *error) {
  char *end = NULL;
  const unsigned long n = number ? strtoul (number, &end, 10) : 0;
  if (number && (!*number || *end || n >= d->count)) {
    sett_text_addf (error,
                    "--gpu=%s: there is no such device; the numbers are 0 to "
                    "%u (see sett check --gpu=list)",
                    number, d->count - 1);
    return 0;
  }
  d->id = d->all[n];
  for (unsigned i = d->count; !number && i--;)
    if (!is_processor (d, d->all[i]))
      d->id = d->all[i];
  describe (d, d->id, d->name);
  return 1;
}

static int is_suited (const sett_device *d, sett_text *error) {
  char extensions[8192];
  words_of (d, d->id, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
  if (strstr (extensions, "cl_khr_int64_base_atomics") &&
      strstr (extensions, "cl_khr_int64_extended_atomics"))
    return 1;
  sett_text_addf (error,
                  "--gpu: %s has no atomic operations on 64 bits "
                  "(cl_khr_int64_base_atomics), which the search needs",
                  d->name);
  return 0;
}

int sett_device_start (sett_device *d, sett_text *error) {
  cl_int status = 0;
  d->context = d->cl.clCreateContext (NULL, 1, &d->id, NULL, NULL, &status);
  if (good (d, status, "to create a context")) {
    d->queue = d->cl.clCreateCommandQueue (d->context, d->id, 0, &status);
    good (d, status, "to create a queue");
  }
  if (*d->error)
    sett_text_addf (error, "--gpu: %s: %s", d->name, d->error);
  return !*d->error;
}

sett_device *sett_device_find (const char *number, sett_text *error) {
  sett_device *d = open_loader (error);
  if (!d)
    return NULL;
  if (choose (d, number, error) && is_suited (d, error))
    return d;
  sett_device_close (d);
  return NULL;
}

static void release_programs (sett_device *d) {
  while (d->kernels_count)
    d->cl.clReleaseKernel (d->kernels[--d->kernels_count]);
  sett_text_release (&d->source);
  for (int i = 0; i < PARTS; i++) {
    if (d->programs[i])
      d->cl.clReleaseProgram (d->programs[i]);
    d->programs[i] = NULL;
    sett_text_release (&d->options[i]);
  }
}

/* The library stays: drivers have threads that run on. */
void sett_device_close (sett_device *d) {
  if (!d)
    return;
  release_programs (d);
  if (d->queue)
    d->cl.clReleaseCommandQueue (d->queue);
  if (d->context)
    d->cl.clReleaseContext (d->context);
  sett_free (d, sizeof *d);
}

/* ------------------------------------------------------------ programs --- */

static void add_log (sett_device *d, cl_program program, sett_text *error) {
  size_t size = 0;
  d->cl.clGetProgramBuildInfo (program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL,
                               &size);
  char *log = sett_zalloc (size + 1, 1);
  d->cl.clGetProgramBuildInfo (program, d->id, CL_PROGRAM_BUILD_LOG, size, log,
                               NULL);
  sett_text_addf (error, "--gpu: %s does not compile the model:\n%.4000s",
                  d->name, log);
  sett_free (log, size + 1);
}

/* Fences for the whole device came with version 2 of the language. */
static const char *standard_of (const sett_device *d) {
  char version[64];
  words_of (d, d->id, CL_DEVICE_OPENCL_C_VERSION, version, sizeof version);
  return !strncmp (version, "OpenCL C 2", 10)   ? "-cl-std=CL2.0"
         : !strncmp (version, "OpenCL C 3", 10) ? "-cl-std=CL3.0"
                                                : "-cl-std=CL1.2";
}

/* Compiles one part of the program. */
static int build_part (sett_device *d, int part, sett_text *error) {
  cl_int status = 0;
  const double before = sett_watch_now ();
  const char *source = sett_text_get (&d->source);
  d->programs[part] =
      d->cl.clCreateProgramWithSource (d->context, 1, &source, NULL, &status);
  if (good (d, status, "to create a program"))
    status =
        d->cl.clBuildProgram (d->programs[part], 1, &d->id,
                              sett_text_get (&d->options[part]), NULL, NULL);
  d->building += sett_watch_now () - before;
  if (*d->error)
    sett_text_addf (error, "--gpu: %s: %s", d->name, d->error);
  else if (status)
    add_log (d, d->programs[part], error);
  return !status;
}

int sett_device_build (sett_device *d, const char *source, const char *options,
                       sett_text *error) {
  release_programs (d);
  sett_text_add (&d->source, source);
  for (int i = 0; i < PARTS; i++)
    sett_text_addf (&d->options[i], "%s -w -DPART=%d %s", standard_of (d), i,
                    options);
  return build_part (d, 0, error);
}

double sett_device_building (const sett_device *d) {
  return d->building;
}

/* The second part, when one of its kernels is asked for. */
static int build_rest (sett_device *d) {
  sett_text error = {0};
  const int done = d->programs[1] || build_part (d, 1, &error);
  if (!done && !*d->error)
    snprintf (d->error, sizeof d->error, "%.190s", sett_text_get (&error));
  sett_text_release (&error);
  return done;
}

sett_kernel sett_device_kernel (sett_device *d, const char *name) {
  cl_int status = 0;
  for (unsigned i = 0; i < d->kernels_count; i++)
    if (!strcmp (d->kernel_names[i], name))
      return d->kernels[i];
  if (*d->error || d->kernels_count == MOST_KERNELS)
    return NULL;
  cl_kernel kernel = d->cl.clCreateKernel (d->programs[0], name, &status);
  if (status && build_rest (d))
    kernel = d->cl.clCreateKernel (d->programs[1], name, &status);
  if (good (d, status, name)) {
    d->kernel_names[d->kernels_count] = name;
    d->kernels[d->kernels_count++] = kernel;
  }
  return kernel;
}

/* -------------------------------------------------------------- memory --- */

/* Some drivers give memory when it is first used: so it is used at once. */
sett_buffer sett_device_try_buffer (sett_device *d, uint64_t bytes) {
  cl_int status = 0;
  const uint64_t probe = 0;
  if (*d->error || bytes < sizeof probe)
    return NULL;
  cl_mem buffer = d->cl.clCreateBuffer (d->context, CL_MEM_READ_WRITE,
                                        (size_t)bytes, NULL, &status);
  if (status || !buffer)
    return NULL;
  if (!d->cl.clEnqueueWriteBuffer (d->queue, buffer, 1, 0, sizeof probe, &probe,
                                   0, NULL, NULL))
    return buffer;
  d->cl.clReleaseMemObject (buffer);
  return NULL;
}

void sett_device_free (sett_device *d, sett_buffer buffer) {
  if (buffer)
    d->cl.clReleaseMemObject (buffer);
}

void sett_device_read (sett_device *d, sett_buffer buffer, uint64_t offset,
                       uint64_t bytes, void *to) {
  if (!*d->error)
    good (d,
          d->cl.clEnqueueReadBuffer (d->queue, buffer, 1, (size_t)offset,
                                     (size_t)bytes, to, 0, NULL, NULL),
          "to read from the device");
}

void sett_device_write (sett_device *d, sett_buffer buffer, uint64_t offset,
                        uint64_t bytes, const void *from) {
  if (!*d->error)
    good (d,
          d->cl.clEnqueueWriteBuffer (d->queue, buffer, 1, (size_t)offset,
                                      (size_t)bytes, from, 0, NULL, NULL),
          "to write to the device");
}

void sett_device_expect (sett_device *d, int done) {
  if (!done && !*d->error)
    snprintf (d->error, sizeof d->error, "a kernel was not run to its end");
}

void sett_device_set (sett_device *d, sett_kernel kernel, unsigned position,
                      size_t bytes, const void *value) {
  if (!*d->error)
    good (d, d->cl.clSetKernelArg (kernel, position, bytes, value),
          "to set an argument");
}

void sett_device_launch (sett_device *d, sett_kernel kernel, uint64_t count) {
  const size_t width = sett_device_width (d), group = GROUP;
  size_t items = count < width ? (size_t)count : width;
  items = (items + GROUP - 1) / GROUP * GROUP;
  if (!*d->error && count)
    good (d,
          d->cl.clEnqueueNDRangeKernel (d->queue, kernel, 1, NULL, &items,
                                        &group, 0, NULL, NULL),
          "to launch a kernel");
}
