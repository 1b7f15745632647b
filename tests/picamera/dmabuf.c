/* Preloaded under libcamera's virtual camera.
 *
 * Gives plain memory in place of dma buffers, which many kernels do not hand out: it answers for
 * /dev/udmabuf, which libcamera opens, and for /dev/dma_heap, which picamera2 opens. And it clears
 * all memory, since the virtual camera of libcamera 0.4 never sets the status of a frame. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

void *malloc(size_t size)
{
    return calloc(1, size);
}

static int is_ours(const char *path)
{
    return !strcmp(path, "/dev/udmabuf") || !strncmp(path, "/dev/dma_heap/", 14);
}

static int opened(const char *name, const char *path, int flags, unsigned mode)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
    return is_ours(path) ? memfd_create("dmabuf device", MFD_CLOEXEC) : real(path, flags, mode);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        unsigned mode = va_arg(rest, unsigned);                                                    \
        va_end(rest);                                                                              \
        return opened(#name, path, flags, mode);                                                   \
    }
OPEN(open)
OPEN(open64)

static int allocated(struct dma_heap_allocation_data *wanted)
{
    int memory = memfd_create("dmabuf", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, (off_t)wanted->len))
        return -1;
    wanted->fd = (unsigned)memory;
    return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *about = va_arg(rest, void *);
    va_end(rest);
    switch (request) {
    case UDMABUF_CREATE:
        return fcntl((int)((struct udmabuf_create *)about)->memfd, F_DUPFD_CLOEXEC, 0);
    case DMA_HEAP_IOCTL_ALLOC:
        return allocated(about);
    case DMA_BUF_IOCTL_SYNC:
    case DMA_BUF_SET_NAME_A:
    case DMA_BUF_SET_NAME_B:
        return 0;
    }
    return real(fd, request, about);
}
