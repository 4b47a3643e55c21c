#define _GNU_SOURCE
#include "CJobThreads.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// As the runtime's header declares it; toolchains come without that.
#define SWIFT __attribute__((swiftcall))
typedef struct Job Job;
// The executor is passed as its two words; 0, 0 is none in particular.
extern SWIFT void swift_job_run(Job *, void *, void *);

enum { FEWEST_THREADS = 4, MOST_THREADS = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER;

// A ring of jobs that are ready, its size a power of two.
static Job **ready;
static size_t ready_size, ready_first, ready_count;
static int thread_count, idle_count;

static void give_up(const char *what) {
  perror(what);
  abort();
}

// With the lock held.
static int thread_limit(void) {
  static int limit;
  if (limit == 0) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    limit = processors < FEWEST_THREADS ? FEWEST_THREADS : processors > MOST_THREADS ? MOST_THREADS : (int)processors;
  }
  return limit;
}

static void *run_jobs(void *unused) {
  (void)unused;
  // By itself: for another thread the system has to open a file.
  pthread_setname_np(pthread_self(), "inkwell-jobs");
  pthread_mutex_lock(&lock);
  while (1) {
    while (ready_count == 0) {
      idle_count++;
      pthread_cond_wait(&has_job, &lock);
      idle_count--;
    }
    Job *job = ready[ready_first];
    ready_first = (ready_first + 1) & (ready_size - 1);
    ready_count--;
    pthread_mutex_unlock(&lock);
    swift_job_run(job, NULL, NULL);
    pthread_mutex_lock(&lock);
  }
}

// As for libdispatch's threads: signals are for the main one.
static int start_thread(void) {
  sigset_t most, before;
  sigfillset(&most);
  int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF};
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&most, faults[index]);
  pthread_sigmask(SIG_SETMASK, &most, &before);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run_jobs, NULL);
  if (error == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return error == 0;
}

void job_threads_run(void *job) {
  pthread_mutex_lock(&lock);
  if (ready_count == ready_size) {
    size_t size = ready_size == 0 ? 64 : 2 * ready_size;
    ready = realloc(ready, size * sizeof *ready);
    if (ready == NULL) give_up("inkwell: no memory for tasks");
    // What had begun at the front again goes on behind the rest.
    for (size_t index = 0; index < ready_first; index++) ready[ready_size + index] = ready[index];
    ready_size = size;
  }
  ready[(ready_first + ready_count) & (ready_size - 1)] = job;
  ready_count++;
  if (idle_count < (int)ready_count && thread_count < thread_limit()) {
    if (start_thread()) {
      thread_count++;
    } else if (thread_count == 0) {
      give_up("inkwell: no thread for tasks");
    }
  }
  int is_awaited = idle_count > 0;
  pthread_mutex_unlock(&lock);
  // Only now: whoever is woken while the lock is held sleeps again at once.
  if (is_awaited) pthread_cond_signal(&has_job);
}
