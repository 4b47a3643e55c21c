#ifndef INKWELL_MAIN_QUEUE_H
#define INKWELL_MAIN_QUEUE_H

// libdispatch's door for those who run the main queue themselves, as Foundation's run loop does. Its headers leave it out.

/// A descriptor that can be read from while there is work in the main queue. Asked for on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does the work that is in the main queue, which must be that of the calling thread. The argument has no meaning.
void _dispatch_main_queue_callback_4CF(void *message);

#endif
