#ifndef INKWELL_JOB_THREADS_H
#define INKWELL_JOB_THREADS_H

// Threads for the jobs of Swift's tasks, which sleep until there is one. libdispatch's look after each other once a second
// for as long as the program runs.

/// Runs a job of the runtime as soon as a thread is free for it.
void job_threads_run(void *job);

#endif
