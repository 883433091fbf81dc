// Faults in an account's session: its lease, its logins, its keys, and what is of its number.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `durable-objects/account-blast/session/${file}`
const DISCONNECT = at('disconnect-rules.ts')
const RESTRICTION = at('restriction-rules.ts')
const LEASE = at('lease.ts')
const LEASES = ['tests/workerd/lease.test.ts']
const KEYS = ['tests/workerd/people-keys.test.ts']

export const SESSION: readonly Fault[] = [
  {
    name: 'repeated-without-lease',
    what: 'a message is repeated by a runner whose lease is over',
    edits: one('runner/content-requests.ts', 'this.#mayRepeat() ? content : null', 'content'),
    tests: ['runner/small-parts.test.ts'],
  },
  {
    name: 'every-connection-stood',
    what: 'a login that ends at once begins a new row of tries, so that it is tried for ever',
    edits: one(DISCONNECT, 'now - openSince >= STANDS_MS', 'now - openSince >= 0'),
  },
  {
    name: 'unreached-counts',
    what: 'tries that did not reach WhatsApp use up the ones that are left',
    edits: one(
      DISCONNECT,
      "if (!closed.reachedWhatsapp) return { kind: 'retry', state: 'reconnecting', atOnce: false, counts: false }",
      "if (!closed.reachedWhatsapp) return { kind: 'retry', state: 'reconnecting', atOnce: false, counts: true }",
    ),
  },
  {
    name: 'server-errors-in-no-row',
    what: 'server errors with other closes between them count as three in a row and drop the sessions',
    edits: one(
      DISCONNECT,
      'isServerError ? tries.serverErrors + 1 : 0',
      'isServerError ? tries.serverErrors + 1 : tries.serverErrors',
    ),
  },
  {
    name: 'one-try-more',
    what: 'one more login than may be is tried',
    edits: one(DISCONNECT, 'if (tries >= maxTries)', 'if (tries > maxTries)'),
  },
  {
    name: 'restarts-without-end',
    what: 'a restart that WhatsApp asks for is granted at once however often it asks',
    edits: one(DISCONNECT, 'if (before.failures < RESTARTS) return', 'return'),
  },
  {
    name: 'first-limit-ends-all',
    what: 'the limit of WhatsApp that ends first ends the restriction',
    edits: one(RESTRICTION, 'Math.max(...standing)', 'Math.min(...standing)'),
  },
  {
    name: 'one-lift-lifts-all',
    what: 'where WhatsApp lifts one limit the other one is over, too',
    edits: one(RESTRICTION, 'return standing\n', 'return standing === null ? standing : {}\n'),
  },
  {
    name: 'restricted-to-the-moment',
    what: 'a restriction still stands in the moment of its end, and its timer looks in vain',
    edits: one(RESTRICTION, '(until) => until > now', '(until) => until >= now'),
  },
  {
    name: 'lease-without-skew',
    what: 'another runner logs in although the one before may still believe in its lease',
    edits: one(LEASE, 'renewedAt + core.timing.leaseMs + core.timing.leaseSkewMs', 'renewedAt + core.timing.leaseMs'),
    tests: LEASES,
  },
  {
    name: 'second-runner-of-an-epoch',
    what: 'a second start of the same runner takes over an epoch that the first one holds',
    edits: one(LEASE, 'doc.runner.bootId === tag.bootId)', 'doc.runner.id === tag.runnerId)'),
    tests: LEASES,
  },
  {
    name: 'dial-replayed',
    what: 'the dial of a runner that somebody recorded is let in once more',
    edits: one(
      LEASE,
      'doc !== null && useNonce(core.sql, tag.nonce, core.now())',
      'doc !== null && tag.nonce.length > 0',
    ),
    tests: LEASES,
  },
  {
    name: 'missing-holder-renewed-long-ago',
    what: 'after a deploy a runner counts as silent since its last note, although it may have renewed until now',
    edits: one(LEASE, '  holder.renewedAt = core.now()\n', ''),
    tests: LEASES,
  },
  {
    name: 'newest-key-by-its-letters',
    what: 'of the keys 9 and 10 the runner is shown 9 as the newest',
    edits: one(at('vault-store.ts'), 'order by cast(id as integer) desc', 'order by id desc'),
    tests: KEYS,
  },
  {
    name: 'keys-of-a-fenced-runner',
    what: 'key rows of a runner that is fenced are stored over those of its successor',
    edits: one(
      'durable-objects/account-blast/sending/on-result.ts',
      "if (current && attempt?.number !== '') storeRows",
      "if (attempt?.number !== '') storeRows",
    ),
    tests: LEASES,
  },
]
