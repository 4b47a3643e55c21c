#ifndef INKWELL_CCURL_H
#define INKWELL_CCURL_H

#include <stddef.h>
#include <stdint.h>

// libcurl, opened at run time: programs that never connect to a server neither load nor need it, and the build does not need
// its headers. The numbers are libcurl's binary interface, which is unchanged since version 7. Each function with variable
// arguments has one function for each kind of argument here.

/// A request, and a handle for many requests at once.
typedef struct libcurl_easy libcurl_easy;
typedef struct libcurl_multi libcurl_multi;
typedef struct libcurl_list libcurl_list;

enum libcurl_loading {
  LIBCURL_LOADED,
  /// The library is not installed.
  LIBCURL_MISSING,
  /// The library is too old, or does not support TLS.
  LIBCURL_UNFIT,
};

/// Opens the library by its name and keeps it open for the life of the process. May be called on any thread and repeatedly; all
/// other functions may be called once it has returned LIBCURL_LOADED.
enum libcurl_loading libcurl_load(const char *name);

enum libcurl_option {
  // Numbers.
  LIBCURL_LOW_SPEED_LIMIT = 19,
  LIBCURL_LOW_SPEED_TIME = 20,
  LIBCURL_UPLOAD = 46,
  LIBCURL_FOLLOWLOCATION = 52,
  LIBCURL_SSL_VERIFYPEER = 64,
  LIBCURL_HTTPGET = 80,
  LIBCURL_SSL_VERIFYHOST = 81,
  LIBCURL_HTTP_VERSION = 84,
  LIBCURL_BUFFERSIZE = 98,
  LIBCURL_NOSIGNAL = 99,
  LIBCURL_TIMEOUT_MS = 155,
  LIBCURL_CONNECTTIMEOUT_MS = 156,
  LIBCURL_PROTOCOLS = 181,
  LIBCURL_REDIR_PROTOCOLS = 182,
  LIBCURL_TCP_KEEPALIVE = 213,
  LIBCURL_TCP_KEEPIDLE = 214,
  LIBCURL_TCP_KEEPINTVL = 215,
  LIBCURL_HEADEROPT = 229,
  LIBCURL_PATH_AS_IS = 234,
  LIBCURL_PIPEWAIT = 237,
  LIBCURL_PROXY_SSL_VERIFYPEER = 248,
  LIBCURL_PROXY_SSL_VERIFYHOST = 249,
  LIBCURL_SUPPRESS_CONNECT_HEADERS = 265,
  LIBCURL_HTTP09_ALLOWED = 285,
  LIBCURL_QUICK_EXIT = 322,
  // Pointers and texts.
  LIBCURL_WRITEDATA = 10001,
  LIBCURL_URL = 10002,
  LIBCURL_PROXY = 10004,
  LIBCURL_READDATA = 10009,
  LIBCURL_HTTPHEADER = 10023,
  LIBCURL_HEADERDATA = 10029,
  LIBCURL_CUSTOMREQUEST = 10036,
  LIBCURL_CAINFO = 10065,
  LIBCURL_ACCEPT_ENCODING = 10102,
  LIBCURL_OPENSOCKETDATA = 10164,
  LIBCURL_UNIX_SOCKET_PATH = 10231,
  LIBCURL_PREREQDATA = 10313,
  // Functions.
  LIBCURL_WRITEFUNCTION = 20011,
  LIBCURL_READFUNCTION = 20012,
  LIBCURL_HEADERFUNCTION = 20079,
  LIBCURL_OPENSOCKETFUNCTION = 20163,
  LIBCURL_SEEKFUNCTION = 20167,
  LIBCURL_CLOSESOCKETFUNCTION = 20208,
  LIBCURL_PREREQFUNCTION = 20312,
  // Sizes of 64 bits.
  LIBCURL_INFILESIZE_LARGE = 30115,
  LIBCURL_MAXFILESIZE_LARGE = 30117,
};

/// Values of some of the options.
enum {
  LIBCURL_PROTOCOL_HTTP = 1,
  LIBCURL_PROTOCOL_HTTPS = 2,
  /// HTTP/2 if the server agrees to it in the TLS handshake.
  LIBCURL_HTTP_2_BY_TLS = 4,
  /// The fields of a request are not sent to a proxy.
  LIBCURL_HEADERS_SEPARATE = 1,
};

/// The results of requests that are told apart here.
enum libcurl_code {
  LIBCURL_OK = 0,
  LIBCURL_UNSUPPORTED_PROTOCOL = 1,
  LIBCURL_URL_MALFORMAT = 3,
  LIBCURL_COULDNT_RESOLVE_PROXY = 5,
  LIBCURL_COULDNT_RESOLVE_HOST = 6,
  LIBCURL_COULDNT_CONNECT = 7,
  LIBCURL_WEIRD_SERVER_REPLY = 8,
  LIBCURL_HTTP2 = 16,
  LIBCURL_PARTIAL_FILE = 18,
  LIBCURL_WRITE_ERROR = 23,
  LIBCURL_READ_ERROR = 26,
  LIBCURL_OPERATION_TIMEDOUT = 28,
  LIBCURL_SSL_CONNECT_ERROR = 35,
  LIBCURL_ABORTED_BY_CALLBACK = 42,
  LIBCURL_UNKNOWN_OPTION = 48,
  LIBCURL_GOT_NOTHING = 52,
  LIBCURL_SSL_ENGINE_SETFAILED = 54,
  LIBCURL_SEND_ERROR = 55,
  LIBCURL_RECV_ERROR = 56,
  LIBCURL_SSL_CERTPROBLEM = 58,
  LIBCURL_SSL_CIPHER = 59,
  LIBCURL_PEER_FAILED_VERIFICATION = 60,
  LIBCURL_BAD_CONTENT_ENCODING = 61,
  LIBCURL_FILESIZE_EXCEEDED = 63,
  LIBCURL_SEND_FAIL_REWIND = 65,
  LIBCURL_SSL_CACERT_BADFILE = 77,
  LIBCURL_SSL_ISSUER_ERROR = 83,
  LIBCURL_SSL_INVALIDCERTSTATUS = 91,
  LIBCURL_HTTP2_STREAM = 92,
  LIBCURL_PROXY_FAILED = 97,
  LIBCURL_SSL_CLIENTCERT = 98,
  LIBCURL_TOO_LARGE = 100,
};

/// Returned by a function that supplies the body of a request, to abort the request.
enum { LIBCURL_READ_ABORT = 0x10000000 };

/// Receives or supplies bytes: their address, the size of an element, the number of elements, and the pointer that was set
/// along with the function.
typedef size_t (*libcurl_bytes_function)(char *, size_t, size_t, void *);
/// Called with the connection's remote and local addresses and ports, before each time that a request is sent. The request is
/// aborted unless it returns 0.
typedef int (*libcurl_sending_function)(void *, char *, char *, int, int);

libcurl_easy *libcurl_easy_make(void);
/// The connections belong to the multi handle, and stay open.
void libcurl_easy_free(libcurl_easy *easy);

enum libcurl_code libcurl_set_number(libcurl_easy *easy, enum libcurl_option option, long value);
enum libcurl_code libcurl_set_size(libcurl_easy *easy, enum libcurl_option option, int64_t value);
/// The text is copied.
enum libcurl_code libcurl_set_text(libcurl_easy *easy, enum libcurl_option option, const char *value);
enum libcurl_code libcurl_set_pointer(libcurl_easy *easy, enum libcurl_option option, void *value);
/// The list is not copied, and must live as long as the request.
enum libcurl_code libcurl_set_list(libcurl_easy *easy, enum libcurl_option option, libcurl_list *value);
enum libcurl_code libcurl_set_bytes_function(
  libcurl_easy *easy, enum libcurl_option option, libcurl_bytes_function value);
enum libcurl_code libcurl_set_sending_function(libcurl_easy *easy, libcurl_sending_function value);

/// Refuses to rewind a body in order to send it again.
enum libcurl_code libcurl_refuse_rewinding(libcurl_easy *easy);
/// Keeps other programs from inheriting the connections. With `only_loopback`, no connection leaves this computer, whatever a
/// name resolves to.
enum libcurl_code libcurl_guard_sockets(libcurl_easy *easy, int only_loopback);

/// Whether the connection of this thread with this local port has unread data.
int libcurl_has_unread(int port);

/// Appends a copy of the text. Returns NULL if there is no memory; the list is then unchanged.
libcurl_list *libcurl_list_append(libcurl_list *list, const char *text);
void libcurl_list_free(libcurl_list *list);

/// Keeps this many connections for later requests, or libcurl's default if it does not accept the number.
libcurl_multi *libcurl_multi_make(long connections);
void libcurl_multi_free(libcurl_multi *multi);
int libcurl_multi_add(libcurl_multi *multi, libcurl_easy *easy);
int libcurl_multi_remove(libcurl_multi *multi, libcurl_easy *easy);
/// Does everything that is possible without waiting. Returns 0 unless the handle is unusable.
int libcurl_multi_perform(libcurl_multi *multi);
/// Waits for activity, for a wakeup, or for this many milliseconds.
int libcurl_multi_poll(libcurl_multi *multi, int milliseconds);
/// Ends the current wait or the next one. The only function that may be called on any thread.
int libcurl_multi_wakeup(libcurl_multi *multi);
/// Takes a finished request: returns it and its result, or NULL if there is none.
libcurl_easy *libcurl_multi_take_ended(libcurl_multi *multi, enum libcurl_code *code);

#endif
