#define _GNU_SOURCE
#include "CJobThreads.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The runtime's hooks for jobs that wait, as its header ConcurrencyHooks.def declares them; toolchains come without it.
#define SWIFT __attribute__((swiftcall))
typedef struct Job Job;
typedef SWIFT void EnqueueWithDelay(unsigned long long, Job *);
typedef SWIFT void EnqueueWithDeadline(long long, long long, long long, long long, int, Job *);
extern SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long, Job *, EnqueueWithDelay *);
extern SWIFT void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long, long long, long long, long long, int, Job *, EnqueueWithDeadline *);
// The executor is passed as its two words; 0, 0 is none in particular.
extern SWIFT void swift_job_run(Job *, void *, void *);

enum { CONTINUOUS_CLOCK = 1, FEWEST_THREADS = 4, MOST_THREADS = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER;

// A ring of jobs that are ready, its size a power of two.
static Job **ready;
static size_t ready_size, ready_first, ready_count;
static int thread_count, thread_limit, idle_count;

typedef struct {
  uint64_t due;  // in nanoseconds of the clock that goes on while the computer sleeps
  uint64_t number;
  Job *job;
} Delayed;

// A heap of jobs that have to wait, the next one first.
static Delayed *delayed;
static size_t delayed_size, delayed_count;
static uint64_t delayed_number;
static int timer = -1;

static void give_up(const char *what) {
  perror(what);
  abort();
}

static void *grown(void *items, size_t count, size_t size) {
  void *result = realloc(items, count * size);
  if (result == NULL) give_up("inkwell: no memory for tasks");
  return result;
}

// As for libdispatch's threads: signals are for the main one.
static int start_thread(void *(*body)(void *)) {
  sigset_t most, before;
  sigfillset(&most);
  int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF};
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&most, faults[index]);
  pthread_sigmask(SIG_SETMASK, &most, &before);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, NULL);
  if (error == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return error == 0;
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

// With the lock held. Whoever is told wakes up only once the lock is free: woken before, it would sleep again at once.
//
// Returns whether somebody is to be told that there is a job.
static int make_ready(Job *job) {
  if (ready_count == ready_size) {
    size_t size = ready_size == 0 ? 64 : 2 * ready_size;
    ready = grown(ready, size, sizeof *ready);
    // What had begun at the front again goes on behind the rest.
    for (size_t index = 0; index < ready_first; index++) ready[ready_size + index] = ready[index];
    ready_size = size;
  }
  ready[(ready_first + ready_count) & (ready_size - 1)] = job;
  ready_count++;
  if (idle_count < (int)ready_count && thread_count < thread_limit) {
    if (start_thread(run_jobs)) {
      thread_count++;
    } else if (thread_count == 0) {
      give_up("inkwell: no thread for tasks");
    }
  }
  return idle_count > 0;
}

void job_threads_run(void *job) {
  pthread_mutex_lock(&lock);
  int is_awaited = make_ready(job);
  pthread_mutex_unlock(&lock);
  if (is_awaited) pthread_cond_signal(&has_job);
}

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int is_before(const Delayed *left, const Delayed *right) {
  return left->due != right->due ? left->due < right->due : left->number < right->number;
}

static void swap(size_t one, size_t other) {
  Delayed kept = delayed[one];
  delayed[one] = delayed[other];
  delayed[other] = kept;
}

static Job *take_first(void) {
  Job *job = delayed[0].job;
  delayed[0] = delayed[--delayed_count];
  for (size_t place = 0;;) {
    size_t least = place;
    for (size_t child = 2 * place + 1; child <= 2 * place + 2 && child < delayed_count; child++) {
      if (is_before(&delayed[child], &delayed[least])) least = child;
    }
    if (least == place) return job;
    swap(place, least);
    place = least;
  }
}

// With the lock held.
static void set_timer(void) {
  if (delayed_count == 0) return;
  // Zero would stop it.
  uint64_t due = delayed[0].due == 0 ? 1 : delayed[0].due;
  struct itimerspec time = {
      .it_value = {.tv_sec = (time_t)(due / 1000000000u), .tv_nsec = (long)(due % 1000000000u)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

static void *wait_for_time(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "inkwell-timer");
  while (1) {
    uint64_t times;
    if (read(timer, &times, sizeof times) < 0 && errno != EINTR) give_up("inkwell: no time for tasks");
    pthread_mutex_lock(&lock);
    uint64_t now = nanoseconds(CLOCK_BOOTTIME);
    int awaited = 0;
    while (delayed_count > 0 && delayed[0].due <= now) awaited += make_ready(take_first());
    set_timer();
    pthread_mutex_unlock(&lock);
    for (; awaited > 0; awaited--) pthread_cond_signal(&has_job);
  }
}

static void enqueue_at(uint64_t due, Job *job) {
  pthread_mutex_lock(&lock);
  if (timer < 0) {
    timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
    if (timer < 0 || !start_thread(wait_for_time)) give_up("inkwell: no timer for tasks");
  }
  if (delayed_count == delayed_size) {
    delayed_size = delayed_size == 0 ? 32 : 2 * delayed_size;
    delayed = grown(delayed, delayed_size, sizeof *delayed);
  }
  size_t place = delayed_count++;
  delayed[place] = (Delayed){due, delayed_number++, job};
  while (place > 0 && is_before(&delayed[place], &delayed[(place - 1) / 2])) {
    swap(place, (place - 1) / 2);
    place = (place - 1) / 2;
  }
  if (place == 0) set_timer();
  pthread_mutex_unlock(&lock);
}

// Times that never come must not run over.
static uint64_t later(uint64_t now, uint64_t delay) { return delay > INT64_MAX - now ? INT64_MAX : now + delay; }

static SWIFT void enqueue_with_delay(unsigned long long delay, Job *job, EnqueueWithDelay *original) {
  (void)original;
  enqueue_at(later(nanoseconds(CLOCK_BOOTTIME), delay), job);
}

static SWIFT void enqueue_with_deadline(
    long long seconds, long long nanosecond, long long tolerance, long long tolerance_nanosecond, int clock, Job *job,
    EnqueueWithDeadline *original) {
  (void)tolerance, (void)tolerance_nanosecond, (void)original;
  const long long billion = 1000000000;
  uint64_t due = 0;
  if (seconds >= INT64_MAX / billion) {
    due = INT64_MAX;
  } else if (seconds >= 0) {
    due = (uint64_t)(seconds * billion + nanosecond);
  }
  if (clock == CONTINUOUS_CLOCK) return enqueue_at(due, job);
  uint64_t now = nanoseconds(CLOCK_MONOTONIC);
  enqueue_at(later(nanoseconds(CLOCK_BOOTTIME), due > now ? due - now : 0), job);
}

void job_threads_install(void) {
  pthread_mutex_lock(&lock);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  thread_limit = processors < FEWEST_THREADS ? FEWEST_THREADS : processors > MOST_THREADS ? MOST_THREADS : (int)processors;
  pthread_mutex_unlock(&lock);
  swift_task_enqueueGlobalWithDelay_hook = enqueue_with_delay;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_with_deadline;
}
