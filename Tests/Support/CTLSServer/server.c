#include "CTLSServer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// OpenSSL 3's functions, declared by their ABI, so that building does not need its headers.
static struct {
  const void *(*TLS_server_method)(void);
  void *(*SSL_CTX_new)(const void *);
  int (*SSL_CTX_use_certificate_chain_file)(void *, const char *);
  int (*SSL_CTX_use_PrivateKey_file)(void *, const char *, int);
  void (*SSL_CTX_set_alpn_select_cb)(
    void *, int (*)(void *, const unsigned char **, unsigned char *, const unsigned char *, unsigned int, void *), void *);
  void *(*SSL_new)(void *);
  int (*SSL_set_fd)(void *, int);
  int (*SSL_accept)(void *);
  int (*SSL_read)(void *, void *, int);
  int (*SSL_write)(void *, const void *, int);
  int (*SSL_set_ex_data)(void *, int, void *);
  void *(*SSL_get_ex_data)(void *, int);
  int (*SSL_shutdown)(void *);
  void (*SSL_free)(void *);
} ssl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(*(void **)&ssl.name = dlsym(library, #name))) return
  FIND(TLS_server_method);
  FIND(SSL_CTX_new);
  FIND(SSL_CTX_use_certificate_chain_file);
  FIND(SSL_CTX_use_PrivateKey_file);
  FIND(SSL_CTX_set_alpn_select_cb);
  FIND(SSL_new);
  FIND(SSL_set_fd);
  FIND(SSL_accept);
  FIND(SSL_read);
  FIND(SSL_write);
  FIND(SSL_set_ex_data);
  FIND(SSL_get_ex_data);
  FIND(SSL_shutdown);
  FIND(SSL_free);
#undef FIND
  is_loaded = 1;
}

/// Records whether HTTP/2 was offered, and selects HTTP/1.1, which is all that the test server supports.
static int choose_protocol(
  void *connection, const unsigned char **chosen, unsigned char *length, const unsigned char *offers,
  unsigned int count, void *argument) {
  static const unsigned char http1[] = "http/1.1";
  static char is_offered;
  (void)argument;
  for (unsigned int place = 0; place < count; place += 1 + offers[place]) {
    if (offers[place] == 2 && memcmp(offers + place + 1, "h2", 2) == 0) ssl.SSL_set_ex_data(connection, 0, &is_offered);
  }
  *chosen = http1;
  *length = sizeof http1 - 1;
  return 0;
}

void *tls_server_open(const char *certificate, const char *key) {
  static const int pem = 1;
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  void *server = ssl.SSL_CTX_new(ssl.TLS_server_method());
  if (!server || ssl.SSL_CTX_use_certificate_chain_file(server, certificate) != 1
      || ssl.SSL_CTX_use_PrivateKey_file(server, key, pem) != 1) {
    return NULL;
  }
  ssl.SSL_CTX_set_alpn_select_cb(server, choose_protocol, NULL);
  return server;
}

void *tls_accept(void *server, int socket) {
  void *connection = ssl.SSL_new(server);
  if (!connection) return NULL;
  if (ssl.SSL_set_fd(connection, socket) == 1 && ssl.SSL_accept(connection) == 1) return connection;
  ssl.SSL_free(connection);
  return NULL;
}

ssize_t tls_read(void *connection, void *bytes, size_t count) { return ssl.SSL_read(connection, bytes, (int)count); }

ssize_t tls_write(void *connection, const void *bytes, size_t count) {
  return ssl.SSL_write(connection, bytes, (int)count);
}

int tls_offered_http2(void *connection) { return ssl.SSL_get_ex_data(connection, 0) != NULL; }

void tls_close(void *connection) {
  ssl.SSL_shutdown(connection);
  ssl.SSL_free(connection);
}
