// Faults in what a thief of a sign-in would do first, and in sockets.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const auth = (file: string): string => `domain/people/auth/${file}`
const AUTH_STORE = auth('store.ts')
const SIGN_INS = auth('sign-ins-store.ts')
const UPDATE = 'domain/people/user-changes/update-user.ts'
const of = (...names: string[]): string[] => names.map((name) => `tests/workerd/${name}.test.ts`)

export const PROOFS: readonly Fault[] = [
  {
    name: 'guesses-of-a-stolen-sign-in',
    what: 'a stolen sign-in guesses the password without a wait',
    edits: one(auth('present-password.ts'), '  if (wait !== null) throw tooMany(wait)\n', ''),
    tests: of('present-password'),
  },
  {
    name: 'guesses-lock-the-owner-out',
    what: 'a stolen sign-in that guesses keeps its owner from proving themselves on theirs',
    edits: one(auth('present-password.ts'), '`prove:${who.sessionHash}`', '`prove:${who.id}`'),
    tests: of('step-up', 'present-password'),
  },
  {
    name: 'proof-of-hours-ago',
    what: 'a proof of an hour ago counts',
    rule: 'step-up',
    edits: one(auth('proof-rules.ts'), '5 * MINUTE_MS', '500 * MINUTE_MS'),
    tests: [auth('proof-rules.test.ts'), ...of('step-up')],
  },
  {
    name: 'proof-not-asked',
    what: 'what needs a proof is done without one',
    rule: 'step-up',
    edits: one('worker/http/door.ts', '  if (call.proof) needProof()\n', ''),
    tests: of('step-up'),
  },
  {
    name: 'older-token-proves',
    what: 'the token that a thief has counts as proved after its owner proved on the newer one',
    rule: 'new-token',
    edits: one(SIGN_INS, ', proved_at = 0\n', '\n'),
    tests: of('new-token'),
  },
  {
    name: 'older-token-lives',
    what: 'the token that a thief has goes on for thirty days after a proof replaced it',
    rule: 'new-token',
    edits: one(SIGN_INS, 'set expires_at = min(expires_at, ${now + GRACE_MS}), proved', 'set proved'),
    tests: of('new-token'),
  },
  {
    name: 'proof-begins-anew',
    what: 'each proof gives a sign-in ninety days more',
    rule: 'new-token',
    edits: one(SIGN_INS, '      ${is}, user_id, created_at, min(', '      ${is}, user_id, ${now}, min('),
    tests: of('new-token'),
  },
  {
    name: 'notices-left-behind',
    what: 'after a proof this device gets no notices any more',
    rule: 'new-token',
    edits: one(
      SIGN_INS,
      '  db.run(sql`update push_subscriptions set session_hash = ${is} where session_hash = ${was}`),\n',
      '',
    ),
    tests: of('new-token'),
  },
  {
    name: 'wish-left-behind',
    what: 'after a proof the link to the new email signs out where it was asked for',
    rule: 'new-token',
    edits: one(
      SIGN_INS,
      '  db.run(sql`update email_changes set session_hash = ${is} where session_hash = ${was}`),\n',
      '',
    ),
    tests: of('new-token'),
  },
  {
    name: 'replaced-token-slides',
    what: 'a token that a newer one has replaced is made to last again by a call that began before',
    rule: 'new-token',
    edits: one(
      AUTH_STORE,
      'where token_hash = ${tokenHash} and expires_at > ${now + GRACE_MS}\n',
      'where token_hash = ${tokenHash}\n',
    ),
    tests: of('new-token'),
  },
  {
    name: 'password-without-factor',
    what: 'who has the password and a sign-in changes password and bank account without the second factor',
    edits: one(UPDATE, '    if (actor.hasFactor) actor.needProof()\n', ''),
    tests: of('step-up'),
  },
  {
    name: 'role-without-proof',
    what: 'a stolen sign-in of an admin gives roles and prices',
    rule: 'proof-money',
    edits: one(UPDATE, '  if (adminChanges(update, target).length > 0) actor.needProof()\n', ''),
    tests: of('step-up'),
  },
  {
    name: 'mails-strangers',
    what: 'wishes for a new email mail strangers without end',
    rule: 'taken-email',
    edits: one(UPDATE, '  if (wait !== null) throw tooMany(wait)\n', ''),
    tests: of('present-password'),
  },
  {
    name: 'tells-who-is-here',
    what: 'a member learns by a wish for a new email whether somebody has it',
    rule: 'taken-email',
    edits: one(UPDATE, 'if (inUse && seesAll(actor.role))', 'if (inUse)'),
    tests: of('present-password'),
  },
  {
    name: 'password-keeps-reset-links',
    what: 'a new password or role leaves links to a new password and a new email that waits',
    rule: 'present-password',
    edits: one(UPDATE, '        : [closeResets(db, row.id, now), dropEmailChange(db, row.id)]),\n', '        : []),\n'),
    tests: of('present-password'),
  },
  {
    name: 'admin-changes-dev',
    what: 'an admin changes a dev',
    rule: 'roles',
    edits: one(
      'domain/people/users/rules.ts',
      "  if (target.role === 'dev' && !own && actor.role !== 'dev') return { code: 'forbidden' }\n",
      '',
    ),
    tests: ['domain/people/users/rules.test.ts', ...of('members')],
  },
  {
    name: 'admins-socket-after-the-end',
    what: 'who is an admin no more hears on of all accounts',
    rule: 'socket-ends',
    edits: one('worker/end-sockets.ts', ', end(() => adminChannel(env))]', ']'),
    tests: of('socket-ends'),
  },
  {
    name: 'socket-outlives-its-sign-in',
    what: 'a socket is told on after its sign-in has run out',
    rule: 'socket-ends',
    edits: one(
      'durable-objects/user-channel/sockets.ts',
      "until: Math.min(Number(headers.get('x-until')) || now + SOCKET_MS, now + SOCKET_MS)",
      'until: now + SOCKET_MS',
    ),
    tests: of('socket-ends'),
  },
  {
    name: 'socket-without-end',
    what: 'a socket is open for thirty days without a look at its sign-in',
    rule: 'socket-ends',
    edits: one(
      'durable-objects/user-channel/sockets.ts',
      "until: Math.min(Number(headers.get('x-until')) || now + SOCKET_MS, now + SOCKET_MS)",
      "until: Number(headers.get('x-until')) || now + SOCKET_MS",
    ),
    tests: of('socket-ends'),
  },
  {
    name: 'new-password-closes-its-own-socket',
    what: 'who changes their password loses the socket of the sign-in that stays',
    rule: 'socket-ends',
    edits: one('durable-objects/user-channel/sockets.ts', ': session !== which.keeps)', ': session !== null)'),
    tests: of('socket-ends'),
  },
  {
    name: 'socket-ticket-twice',
    what: 'a ticket that stood in a log opens another socket',
    rule: 'socket-ticket',
    edits: one(
      'durable-objects/user-channel/store.ts',
      'id, expiresAt).rowsWritten > 0',
      'id, expiresAt).rowsWritten >= 0',
    ),
    tests: of('accounts'),
  },
  {
    name: 'silent-socket-counts',
    what: 'ten sockets of a phone that lost its network lock their person out',
    rule: 'socket-limit',
    edits: one(
      'durable-objects/user-channel/sockets.ts',
      "> GONE_MS) ws.close(1000, 'silent')\n    else heard += 1",
      "> GONE_MS * 1_000) ws.close(1000, 'silent')\n    else heard += 1",
    ),
    tests: of('link-limits'),
  },
]
