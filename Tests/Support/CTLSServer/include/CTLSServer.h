#ifndef INKWELL_CTLSSERVER_H
#define INKWELL_CTLSSERVER_H

#include <stddef.h>
#include <sys/types.h>

// The server's end of TLS, with the OpenSSL that libcurl brings along.

/// The certificate and the key of a server. NULL if a file cannot be read, or without OpenSSL.
void *tls_server_open(const char *certificate, const char *key);
/// Shakes hands on a connected socket. NULL if the client does not like the server.
void *tls_accept(void *server, int socket);
/// As read and write.
ssize_t tls_read(void *connection, void *bytes, size_t count);
ssize_t tls_write(void *connection, const void *bytes, size_t count);
/// Whether the client offered HTTP/2 in the handshake.
int tls_offered_http2(void *connection);
void tls_close(void *connection);

#endif
