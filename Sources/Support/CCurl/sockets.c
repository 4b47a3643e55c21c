#define _GNU_SOURCE
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/// libcurl's copy of an address, after the parameters of the socket for it.
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

/// The sockets of the connections of this thread.
static _Thread_local struct {
  int *all;
  size_t count, room;
} sockets;

static void note_socket(int descriptor) {
  if (descriptor < 0) return;
  if (sockets.count == sockets.room) {
    size_t room = sockets.room ? 2 * sockets.room : 16;
    int *all = realloc(sockets.all, room * sizeof *all);
    // A socket that is not in the list is not checked, as with libcurl alone.
    if (!all) return;
    sockets.all = all;
    sockets.room = room;
  }
  sockets.all[sockets.count++] = descriptor;
}

static int close_socket(void *nothing, int descriptor) {
  (void)nothing;
  for (size_t index = 0; index < sockets.count; index++) {
    if (sockets.all[index] != descriptor) continue;
    sockets.all[index] = sockets.all[--sockets.count];
    break;
  }
  if (sockets.count == 0) {
    free(sockets.all);
    sockets.all = NULL;
    sockets.room = 0;
  }
  return close(descriptor);
}

static int local_port(int descriptor) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_storage storage;
  } address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, &address.any, &length) != 0) return -1;
  switch (address.any.sa_family) {
  case AF_INET:
    return ntohs(address.four.sin_port);
  case AF_INET6:
    return ntohs(address.six.sin6_port);
  default:
    return -1;
  }
}

int libcurl_has_unread(int port) {
  for (size_t index = 0; index < sockets.count; index++) {
    char byte;
    if (local_port(sockets.all[index]) == port &&
        recv(sockets.all[index], &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0) {
      return 1;
    }
  }
  return 0;
}

static int open_socket(void *only_loopback, int purpose, struct target *target) {
  (void)purpose;
  if (only_loopback && !is_loopback(target)) return -1;
  int descriptor = socket(target->family, target->type | SOCK_CLOEXEC, target->protocol);
  note_socket(descriptor);
  return descriptor;
}

enum libcurl_code libcurl_guard_sockets(libcurl_easy *easy, int only_loopback) {
  // The pointer itself is the flag, so no memory has to outlive the connection.
  int code = libcurl.easy_setopt(easy, LIBCURL_OPENSOCKETDATA, only_loopback ? (void *)easy : NULL);
  if (!code) code = libcurl.easy_setopt(easy, LIBCURL_OPENSOCKETFUNCTION, open_socket);
  return code ? code : libcurl.easy_setopt(easy, LIBCURL_CLOSESOCKETFUNCTION, close_socket);
}
