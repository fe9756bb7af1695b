/* SPDX-License-Identifier: Apache-2.0 */
#include "tutte.h"

static const uint64_t prime = 2147483629; /* below 2^31: products and a summand fit */

void tutte_set(struct tutte_matrix *m, int a, int b, bool edge, struct lm_random *chance)
{
    m->at[a][b] = edge ? 1 + lm_random_below(chance, prime - 1) : 0;
    m->at[b][a] = edge ? prime - m->at[a][b] : 0;
}

static uint64_t inverse(uint64_t a)
{
    uint64_t result = 1;
    for (uint64_t power = prime - 2; power > 0; power >>= 1, a = a * a % prime)
        if (power & 1)
            result = result * a % prime;
    return result;
}

bool tutte_is_regular(struct tutte_matrix *m, int n)
{
    for (int column = 0; column < n; column++) {
        int pivot = column;
        while (pivot < n && m->at[pivot][column] == 0)
            pivot++;
        if (pivot == n)
            return false;
        uint64_t factor = inverse(m->at[pivot][column]);
        for (int k = column; k < n; k++) {
            uint64_t swap = m->at[pivot][k];
            m->at[pivot][k] = m->at[column][k];
            m->at[column][k] = swap * factor % prime;
        }
        for (int row = column + 1; row < n; row++)
            for (int k = n - 1; k >= column; k--)
                m->at[row][k] =
                    (m->at[row][k] + (prime - m->at[row][column]) * m->at[column][k]) % prime;
    }
    return true;
}
