#ifndef INKWELL_MAIN_QUEUE_H
#define INKWELL_MAIN_QUEUE_H

// libdispatch's interface for a run loop that drains the main queue itself, as Foundation's does. Its headers omit it.

/// A descriptor that is readable while the main queue has work. Call on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work in the main queue, which must be that of the calling thread. The argument has no meaning.
void _dispatch_main_queue_callback_4CF(void *message);

#endif
