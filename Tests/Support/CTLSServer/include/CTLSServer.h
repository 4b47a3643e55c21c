#ifndef INKWELL_CTLSSERVER_H
#define INKWELL_CTLSSERVER_H

#include <stddef.h>
#include <sys/types.h>

// The server end of TLS, with the OpenSSL that libcurl loads.

/// Loads the certificate and the key of a server. NULL if a file cannot be read or OpenSSL is missing.
void *tls_server_open(const char *certificate, const char *key);
/// Performs the handshake on a connected socket. NULL if the client rejects the server.
void *tls_accept(void *server, int socket);
/// Like `read` and `write`.
ssize_t tls_read(void *connection, void *bytes, size_t count);
ssize_t tls_write(void *connection, const void *bytes, size_t count);
/// Whether the client offered HTTP/2 in the handshake.
int tls_offered_http2(void *connection);
void tls_close(void *connection);

#endif
