// Faults in an account's session: its lease, its logins, its keys, and what is of its number.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `durable-objects/account-blast/${file}`
const DISCONNECT = at('document/disconnect-rules.ts')
const RESTRICTION = at('document/restriction-rules.ts')
const LEASE = at('session/lease.ts')
const LINK = at('session/link.ts')
const PEOPLE = at('tables/people-keys-store.ts')
const LEASES = ['tests/workerd/lease.test.ts']
const LINKS = ['tests/workerd/account-link.test.ts']
const KEYS = ['tests/workerd/people-keys.test.ts']

export const SESSION: readonly Fault[] = [
  {
    name: 'guard-taken-for-back-off',
    what: 'a runner that dials before the fleet has answered is never told to log in, and the account stays reconnecting',
    edits: one(at('session/reconnect.ts'), "    core.clearTimer('reconnect')\n", ''),
    tests: ['tests/simulate/lost-runner.test.ts'],
  },
  {
    name: 'lost-runner-shown-as-connected',
    what: 'a member whose runner was lost goes on reading that their account is connected',
    edits: one(LEASE, "doc.base = 'reconnecting'\n    core.emitState()", "doc.base = 'reconnecting'"),
    tests: LEASES,
  },
  {
    name: 'pause-not-shown',
    what: 'the page of the person who blasts does not hear that the place was paused, nor that it goes on',
    edits: one('durable-objects/account-blast/core/holds.ts', '  if (doc.run) emitHeld(core)\n', ''),
    tests: ['tests/workerd/pauses.test.ts'],
  },
  {
    name: 'repeated-without-lease',
    what: 'a message is repeated by a runner whose lease is over',
    edits: one('runner/content-requests.ts', 'this.#mayRepeat() ? content : null', 'content'),
    tests: ['runner/small-parts.test.ts'],
  },
  {
    name: 'sends-without-a-lease',
    what: 'a message leaves although the lease is over, before anybody has looked at it',
    edits: one('runner/account-session.ts', "    if (!this.#link.hasLease) return 'offline'\n", ''),
    tests: ['runner/account-session.test.ts'],
  },
  {
    name: 'cancelled-leaves',
    what: 'a message that was cancelled after its command leaves',
    edits: one(
      'runner/account-session.ts',
      "    if (this.#cancelled.has(attemptId)) return 'cancelled'\n",
      '    void attemptId\n',
    ),
    tests: ['runner/account-session.test.ts'],
  },
  {
    name: 'own-sessions-after-an-unclean-end',
    what: 'after a runner that ended without a word the sessions with the account’s own devices are used again',
    edits: one(at('session/connection.ts'), 'if (doc.unclean || lost.length > 0)', 'if (lost.length > 0)'),
    tests: LEASES,
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
    name: 'dropped-sessions-in-the-runner',
    what: 'after three server errors the runner logs in with the sessions that were dropped here, because it has them in memory',
    edits: one(
      at('session/connection.ts'),
      '      dropAllSessions(core.sql, doc.vaultGeneration)\n      doc.keysAtEpoch = 0\n',
      '      dropAllSessions(core.sql, doc.vaultGeneration)\n',
    ),
    tests: LINKS,
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
    edits: one(RESTRICTION, 'Math.max(...inForce)', 'Math.min(...inForce)'),
  },
  {
    name: 'one-lift-lifts-all',
    what: 'where WhatsApp lifts one limit the other one is over, too',
    edits: one(RESTRICTION, 'return inForce\n', 'return inForce === null ? inForce : {}\n'),
  },
  {
    name: 'restricted-to-the-moment',
    what: 'a restriction still stands in the moment of its end, and its timer looks in vain',
    edits: one(RESTRICTION, '(until) => until > now', '(until) => until >= now'),
  },
  {
    name: 'lifted-limit-unheard',
    what: 'WhatsApp lifts a limit early, and the blast waits until its old end',
    edits: one(
      at('session/restriction.ts'),
      'core.emitState(cause ? { reason: cause } : {})\n  core.wake()',
      'core.emitState(cause ? { reason: cause } : {})',
    ),
    tests: ['tests/workerd/restrictions.test.ts'],
  },
  {
    name: 'inherited-limit-without-end',
    what: 'a limit that came with the number runs out, and the screen and the row of the idle account go on telling it',
    edits: one(LINK, "  if (doc.restrictedUntil !== null) core.setTimer('restriction', doc.restrictedUntil)\n", ''),
    tests: ['tests/workerd/restrictions.test.ts'],
  },
  {
    name: 'cap-of-the-day-anew',
    what: 'who removes an account and links its number again may send a whole day’s messages once more',
    edits: one(at('session/number-rules.ts'), 'sentToday: left.sentToday,', 'sentToday: 0,'),
    tests: ['tests/workerd/restrictions.test.ts'],
  },
  {
    name: 'strikes-end-with-the-account',
    what: 'who removes an account and links its number again has no strikes any more',
    edits: one(at('session/number-rules.ts'), 'suspendedCount: left.suspendedCount,', 'suspendedCount: 0,'),
    tests: ['tests/workerd/restrictions.test.ts'],
  },
  {
    name: 'lease-without-skew',
    what: 'another runner logs in although the one before may still believe in its lease',
    edits: one(LEASE, 'renewedAt + core.timing.leaseMs + core.timing.leaseSkewMs', 'renewedAt + core.timing.leaseMs'),
    tests: LEASES,
  },
  {
    name: 'epoch-not-compared',
    what: 'a runner of an older epoch is let in',
    edits: one(LEASE, '    tag.epoch === doc.epoch &&\n', ''),
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
    name: 'lease-end-looked-at-too-early',
    what: 'a runner is fenced before its lease is over',
    edits: one(LEASE, 'if (core.now() < end) {', 'if (core.now() < end - 60_000) {'),
    tests: LEASES,
  },
  {
    name: 'unclean-end-not-noted',
    what: 'after a runner that ended without a word its message keys are used again',
    edits: one(LEASE, '    doc.unclean = true\n', ''),
    tests: LEASES,
  },
  {
    name: 'blast-goes-on-logged-out',
    what: 'the blast of an account that is logged out does not end',
    edits: one(at('session/connection.ts'), '  stopWork(doc)\n', '  stopWork({ ...doc, run: null })\n'),
    tests: ['tests/workerd/sends.test.ts'],
  },
  {
    name: 'check-goes-on-suspended',
    what: 'an account that is suspended goes on checking numbers',
    edits: one(
      'durable-objects/account-blast/turn/runner-facts.ts',
      '      stopWork(doc)\n',
      '      stopWork({ ...doc, check: null })\n',
    ),
    tests: ['tests/workerd/check-engine.test.ts'],
  },
  {
    name: 'other-number-relinked',
    what: 'an account is linked again with another number and keeps its counters',
    edits: one(
      LINK,
      'if (link.relink && doc.phone !== null && doc.phone !== me.phone)',
      'if (link.relink && doc.phone === null)',
    ),
    tests: LINKS,
  },
  {
    name: 'number-of-another-person',
    what: 'a number that another person linked is linked by a second one',
    edits: one(LINK, 'if (holder && holder.id !== doc.accountId)', 'if (holder && holder.id === doc.accountId)'),
    tests: LINKS,
  },
  {
    name: 'pause-ends-with-a-new-link',
    what: 'the owner of an account that an admin paused ends that by removing and linking it',
    edits: one(LINK, '  if (hold !== null) setHeld(core, JSON.parse(hold) as Held)\n', ''),
    tests: ['tests/workerd/pauses.test.ts'],
  },
  {
    name: 'keys-of-a-failed-link',
    what: 'an attempt to link that failed leaves its keys',
    edits: one(LINK, '  wipeGeneration(core.sql, stagingGeneration(core))\n  // the attempt', '  // the attempt'),
    tests: LINKS,
  },
  {
    name: 'old-keys-after-a-new-link',
    what: 'the keys of the login before stay after a new one',
    edits: one(LINK, '  dropOtherGenerations(core.sql, doc.vaultGeneration)\n', ''),
    tests: LINKS,
  },
  {
    name: 'link-ends-no-ban',
    what: 'an account that WhatsApp allows again stays banned',
    edits: one(LINK, "if (doc.suspendReason === 'banned') lift", "if (doc.suspendReason !== 'banned') lift"),
    tests: ['tests/workerd/restrictions.test.ts'],
  },
  {
    name: 'newer-key-row-replaced',
    what: 'a row that was written while it was resealed is overwritten by the older one',
    edits: one(
      at('tables/vault-keys-store.ts'),
      'if (sealedAt(sql, place)?.data !== was) return false',
      'if (sealedAt(sql, place) === null || was === data) return false',
    ),
    tests: ['tests/workerd/vault-keys.test.ts'],
  },
  {
    name: 'sessions-under-the-lid-kept',
    what: 'of a person whose keys may be used up those under the LID stay',
    edits: one(PEOPLE, 'distinct([...owners, ...lidsOf(sql, owners)])', 'distinct([...owners])'),
    tests: KEYS,
  },
  {
    name: 'newest-key-by-its-letters',
    what: 'of the keys 9 and 10 the runner is shown 9 as the newest',
    edits: one(at('tables/vault-store.ts'), 'order by cast(id as integer) desc', 'order by id desc'),
    tests: KEYS,
  },
  {
    name: 'keys-of-a-fenced-runner',
    what: 'key rows of a runner that is fenced are stored over those of its successor',
    edits: one(
      'durable-objects/account-blast/outcome/on-result.ts',
      "if (current && attempt?.number !== '') storeRows",
      "if (attempt?.number !== '') storeRows",
    ),
    tests: LEASES,
  },
  {
    name: 'keys-of-the-erased',
    what: 'the answer to a message that was under way stores keys of a person who was erased meanwhile',
    edits: one(
      'durable-objects/account-blast/outcome/on-result.ts',
      "if (current && attempt?.number !== '') storeRows",
      'if (current) storeRows',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'refused-release-waits-a-day',
    what: 'the proxy of a removed account whose release D1 refuses is used by nobody for a day',
    edits: one(at('session/proxy.ts'), "core.setTimerNoLater('tidy', core.now() + TIDY_SOON_MS)", 'void TIDY_SOON_MS'),
    tests: ['tests/workerd/proxies-set-aside.test.ts'],
  },
]
