// What `npm run keys` says of VAULT_KEYS.
import type { DeepHealth } from '../contract/operation/health.ts'

export const keyLines = ({ writing, uncounted, keys }: NonNullable<DeepHealth['vaultKeys']>): string[] => [
  writing
    ? `VAULT_KEYS: all runners write with ${writing.kid} since ${new Date(writing.since).toISOString()}`
    : 'VAULT_KEYS: the runners do not write with one key, or none is connected: nothing is resealed meanwhile',
  ...keys.flatMap(({ kid, rows, lackedBy }) =>
    rows > 0 && lackedBy.length > 0
      ? [`  ${kid}: not on ${lackedBy.join(', ')}, or another key under that name: they get no account that needs it`]
      : [],
  ),
  ...keys.map(({ kid, rows, accounts, free }) => {
    if (free) return `  ${kid}: free, it may leave the ring and stays in the kept file for twelve months`
    if (kid === writing?.kid) return `  ${kid}: in use, ${rows} rows of ${accounts} accounts`
    const waits =
      rows > 0 ? `${rows} rows of ${accounts} accounts` : 'no rows, wait a day until every account has counted again'
    return `  ${kid}: not free, ${waits}`
  }),
  ...(uncounted > 0 ? [`  ${uncounted} accounts have not counted theirs yet`] : []),
]
