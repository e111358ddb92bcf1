/* What is used of OpenCL's loader, which is opened when it is needed and never
   linked; declared here so that no header has to be installed.

   FUNCTION (result, name, parameters) */

#ifndef SETT_GPU_OPENCL_H
#define SETT_GPU_OPENCL_H

#include <stddef.h>
#include <stdint.h>

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;

enum {
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101f,
  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_NAME = 0x102b,
  CL_DRIVER_VERSION = 0x102d,
  CL_DEVICE_EXTENSIONS = 0x1030,
  CL_DEVICE_OPENCL_C_VERSION = 0x103d,
  CL_DEVICE_TYPE_CPU = 2,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_DEVICE_NOT_FOUND = -1
};
#define CL_DEVICE_TYPE_ALL UINT64_C (0xffffffff)
#define CL_MEM_READ_WRITE UINT64_C (1)

#define OPENCL_FUNCTIONS                                                       \
  FUNCTION (cl_int, clGetPlatformIDs, cl_uint, cl_platform_id *, cl_uint *)    \
  FUNCTION (cl_int, clGetDeviceIDs, cl_platform_id, cl_ulong, cl_uint,         \
            cl_device_id *, cl_uint *)                                         \
  FUNCTION (cl_int, clGetDeviceInfo, cl_device_id, cl_uint, size_t, void *,    \
            size_t *)                                                          \
  FUNCTION (cl_context, clCreateContext, const intptr_t *, cl_uint,            \
            const cl_device_id *, void *, void *, cl_int *)                    \
  FUNCTION (cl_int, clReleaseContext, cl_context)                              \
  FUNCTION (cl_command_queue, clCreateCommandQueue, cl_context, cl_device_id,  \
            cl_ulong, cl_int *)                                                \
  FUNCTION (cl_int, clReleaseCommandQueue, cl_command_queue)                   \
  FUNCTION (cl_program, clCreateProgramWithSource, cl_context, cl_uint,        \
            const char **, const size_t *, cl_int *)                           \
  FUNCTION (cl_int, clBuildProgram, cl_program, cl_uint, const cl_device_id *, \
            const char *, void *, void *)                                      \
  FUNCTION (cl_int, clGetProgramBuildInfo, cl_program, cl_device_id, cl_uint,  \
            size_t, void *, size_t *)                                          \
  FUNCTION (cl_int, clReleaseProgram, cl_program)                              \
  FUNCTION (cl_kernel, clCreateKernel, cl_program, const char *, cl_int *)     \
  FUNCTION (cl_int, clReleaseKernel, cl_kernel)                                \
  FUNCTION (cl_int, clSetKernelArg, cl_kernel, cl_uint, size_t, const void *)  \
  FUNCTION (cl_mem, clCreateBuffer, cl_context, cl_ulong, size_t, void *,      \
            cl_int *)                                                          \
  FUNCTION (cl_int, clReleaseMemObject, cl_mem)                                \
  FUNCTION (cl_int, clEnqueueReadBuffer, cl_command_queue, cl_mem, cl_uint,    \
            size_t, size_t, void *, cl_uint, const void *, void *)             \
  FUNCTION (cl_int, clEnqueueWriteBuffer, cl_command_queue, cl_mem, cl_uint,   \
            size_t, size_t, const void *, cl_uint, const void *, void *)       \
  FUNCTION (cl_int, clEnqueueNDRangeKernel, cl_command_queue, cl_kernel,       \
            cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,  \
            const void *, void *)                                              \
  FUNCTION (cl_int, clFinish, cl_command_queue)

/* The functions, by their own names. */
typedef struct opencl {
#define FUNCTION(RESULT, NAME, ...) RESULT (*NAME) (__VA_ARGS__);
  OPENCL_FUNCTIONS
#undef FUNCTION
} opencl;

#endif
