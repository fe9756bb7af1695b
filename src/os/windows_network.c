/* SPDX-License-Identifier: Apache-2.0 */
#include "os/network.h"
#include "os/windows_common.h"

#include <iphlpapi.h>
#include <stdlib.h>
#include <string.h>
#include <ws2tcpip.h>

enum { ROOM = 1 << 15, TRIES = 3 };

void os_network_begin(void)
{
    WSADATA about; /* Windows limits files and connections only by memory */
    (void)WSAStartup(MAKEWORD(2, 2), &about);
}

/* All adapters with addresses of IPv4 and their gateways, for free(); NULL if Windows lists none.
 */
static IP_ADAPTER_ADDRESSES *list_adapters(void)
{
    const ULONG without = GAA_FLAG_SKIP_ANYCAST | GAA_FLAG_SKIP_MULTICAST |
                          GAA_FLAG_SKIP_DNS_SERVER | GAA_FLAG_INCLUDE_GATEWAYS;
    ULONG room = ROOM;
    for (int i = 0; i < TRIES; i++) {
        IP_ADAPTER_ADDRESSES *all = malloc(room);
        ULONG failed = all == NULL ? ERROR_OUTOFMEMORY
                                   : GetAdaptersAddresses(AF_INET, without, NULL, all, &room);
        if (failed == NO_ERROR)
            return all;
        free(all);
        if (failed != ERROR_BUFFER_OVERFLOW)
            return NULL;
    }
    return NULL;
}

/* The first adapter that is up, preferably with a gateway: virtual machines and tunnels have
 * adapters, too, but few with one.  "": none. */
static void find_address(const IP_ADAPTER_ADDRESSES *one, bool gateway, char text[INET_ADDRSTRLEN])
{
    for (*text = '\0'; one != NULL && *text == '\0'; one = one->Next) {
        bool up = one->OperStatus == IfOperStatusUp && one->IfType != IF_TYPE_SOFTWARE_LOOPBACK;
        if (!up || one->FirstUnicastAddress == NULL ||
            (gateway && one->FirstGatewayAddress == NULL))
            continue;
        struct sockaddr_in address;
        memcpy(&address, one->FirstUnicastAddress->Address.lpSockaddr, sizeof address);
        if (inet_ntop(AF_INET, &address.sin_addr, text, INET_ADDRSTRLEN) == NULL)
            *text = '\0';
    }
}

const char *os_network_address(struct lm_arena *arena)
{
    IP_ADAPTER_ADDRESSES *all = list_adapters();
    char text[INET_ADDRSTRLEN];
    find_address(all, true, text);
    if (*text == '\0')
        find_address(all, false, text);
    free(all);
    return *text == '\0' ? NULL : lm_arena_copy(arena, text, strlen(text));
}

void os_send_at_once(intptr_t socket)
{
    int yes = 1;
    (void)setsockopt((SOCKET)socket, IPPROTO_TCP, TCP_NODELAY, (const char *)&yes, sizeof yes);
}

bool os_bound_address(intptr_t socket, void *address, int *length)
{
    return getsockname((SOCKET)socket, address, length) == 0;
}

uint16_t os_port_of(const void *address)
{
    const struct sockaddr_storage *any = address;
    return ntohs(any->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)address)->sin6_port
                                            : ((const struct sockaddr_in *)address)->sin_port);
}

bool os_wait_to_read(intptr_t socket, int milliseconds)
{
    WSAPOLLFD wait = {.fd = (SOCKET)socket, .events = POLLIN};
    return WSAPoll(&wait, 1, milliseconds) > 0;
}
