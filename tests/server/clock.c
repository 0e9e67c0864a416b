// A clock that a test can move forward: LD_PRELOAD puts it in front of the C library's clock.
// HOTAKA_TEST_CLOCK names a file whose first eight bytes are the nanoseconds to add. A process with
// HOTAKA_TEST_CLOCK_REALTIME_ONLY keeps its monotonic clock, so that its own timeouts stay real.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t* ahead;
static int (*next)(clockid_t, struct timespec*);
static int moves_monotonic = 1;

__attribute__((constructor)) static void prepare(void) {
  next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  moves_monotonic = getenv("HOTAKA_TEST_CLOCK_REALTIME_ONLY") == NULL;
  const char* path = getenv("HOTAKA_TEST_CLOCK");
  const int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void* shared = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) ahead = shared;
}

int clock_gettime(clockid_t which, struct timespec* time) {
  const int status = next != NULL ? next(which, time) : (int)syscall(SYS_clock_gettime, which, time);
  const int moves = which == CLOCK_REALTIME || (which == CLOCK_MONOTONIC && moves_monotonic);
  if (status != 0 || ahead == NULL || !moves) return status;
  const int64_t second = 1000000000;
  const int64_t nanoseconds = time->tv_nsec + atomic_load(ahead);
  time->tv_sec += nanoseconds / second;
  time->tv_nsec = nanoseconds % second;
  return 0;
}

// A wait until a time of our clock ends at that time of the kernel's.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t which,
                           const struct timespec* until) {
  typedef int (*Wait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);
  static _Atomic(Wait) wait;
  if (wait == NULL) wait = (Wait)dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  struct timespec real = *until;
  if (ahead != NULL && (which == CLOCK_REALTIME || moves_monotonic)) {
    const int64_t second = 1000000000;
    const int64_t nanoseconds = real.tv_sec * second + real.tv_nsec - atomic_load(ahead);
    real.tv_sec = nanoseconds / second;
    real.tv_nsec = nanoseconds % second;
  }
  return wait(condition, mutex, which, &real);
}
