#define _GNU_SOURCE
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

/// libcurl's own copy of an address, behind what a socket for it has to be.
struct target {
  int family;
  int type;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

static int is_loopback(const struct target *target) {
  switch (target->family) {
  case AF_UNIX:
    return 1;
  case AF_INET:
    return ntohl(((const struct sockaddr_in *)&target->address)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  case AF_INET6:
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)&target->address)->sin6_addr);
  default:
    return 0;
  }
}

static int open_socket(void *only_loopback, int purpose, struct target *target) {
  (void)purpose;
  if (only_loopback && !is_loopback(target)) return -1;
  return socket(target->family, target->type | SOCK_CLOEXEC, target->protocol);
}

enum libcurl_code libcurl_guard_sockets(libcurl_easy *easy, int only_loopback) {
  // The flag is the pointer itself: there is nothing that has to outlive the connection.
  int code = libcurl.easy_setopt(easy, LIBCURL_OPENSOCKETDATA, only_loopback ? (void *)easy : NULL);
  return code ? code : libcurl.easy_setopt(easy, LIBCURL_OPENSOCKETFUNCTION, open_socket);
}
