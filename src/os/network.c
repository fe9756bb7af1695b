/* SPDX-License-Identifier: Apache-2.0 */
#include "os/network.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

const char *os_network_address(struct lm_arena *arena)
{
    struct ifaddrs *all = NULL;
    char text[INET_ADDRSTRLEN] = "";
    if (getifaddrs(&all) != 0)
        return NULL;
    for (const struct ifaddrs *one = all; one != NULL && *text == '\0'; one = one->ifa_next) {
        bool up = (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
        if (!up || one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET)
            continue;
        struct sockaddr_in address;
        memcpy(&address, one->ifa_addr, sizeof address);
        if (inet_ntop(AF_INET, &address.sin_addr, text, sizeof text) == NULL)
            *text = '\0';
    }
    freeifaddrs(all);
    return *text == '\0' ? NULL : lm_arena_copy(arena, text, strlen(text));
}

void os_send_at_once(intptr_t socket)
{
    int yes = 1;
    (void)setsockopt((int)socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool os_bound_address(intptr_t socket, void *address, int *length)
{
    socklen_t size = (socklen_t)*length;
    bool bound = getsockname((int)socket, address, &size) == 0;
    *length = (int)size;
    return bound;
}

uint16_t os_port_of(const void *address)
{
    const struct sockaddr_storage *any = address;
    return ntohs(any->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)address)->sin6_port
                                            : ((const struct sockaddr_in *)address)->sin_port);
}

bool os_wait_to_read(intptr_t socket, int milliseconds)
{
    struct pollfd wait = {.fd = (int)socket, .events = POLLIN};
    return poll(&wait, 1, milliseconds) > 0;
}

void os_network_begin(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}
