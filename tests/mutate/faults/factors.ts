// Faults in second factors and passkeys.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const auth = (file: string): string => `domain/people/auth/${file}`
const AUTH_STORE = auth('store.ts')
const TICKETS = auth('ticket-store.ts')
const FACTORS = 'domain/people/factors/store.ts'
const SET_UP = 'domain/people/factors/set-up.ts'
const of = (...names: string[]): string[] => names.map((name) => `tests/workerd/${name}.test.ts`)

export const FACTOR_FAULTS: readonly Fault[] = [
  {
    name: 'ticket-tried-on',
    what: 'codes are guessed with one ticket without end',
    rule: 'second-factor',
    edits: one(TICKETS, 'tries < ${MAX_TRIES}\n', 'tries < ${MAX_TRIES * 1_000}\n'),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'ticket-of-yesterday',
    what: 'a ticket for the second step works until it is used',
    rule: 'second-factor',
    edits: one(TICKETS, ' and expires_at > ${now} and tries', ' and tries'),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'ticket-of-another-purpose',
    what: 'what was asked for a new passkey proves who somebody is',
    edits: one(
      TICKETS,
      'where ticket_hash = ${ticket.ticketHash} and purpose = ${ticket.purpose}\n',
      'where ticket_hash = ${ticket.ticketHash}\n',
    ),
    tests: of('second-factor', 'second-factor-ends', 'step-up'),
  },
  {
    name: 'ticket-of-another-sign-in',
    what: 'a proof by one sign-in counts for another',
    edits: one(TICKETS, '      and session_hash is ${ticket.sessionHash} and', '      and'),
    tests: of('second-factor', 'second-factor-ends', 'step-up'),
  },
  {
    name: 'second-step-after-the-end',
    what: 'whoever has the old password finishes a sign-in after it was changed, by its second step',
    rule: 'second-factor',
    edits: one(AUTH_STORE, '  dropTickets(db, userId),\n', ''),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'ticket-of-before-the-factor',
    what: 'a ticket from before a change of factors opens a sign-in after it',
    edits: one(SET_UP, '    dropTickets(db, who.id),\n', ''),
    tests: of('second-factor-ends'),
  },
  {
    name: 'first-factor-keeps-signed-in',
    what: 'who sets up a second factor leaves a thief signed in',
    rule: 'factor-required',
    edits: one(SET_UP, '    ...(isFirst ? endSignIns(db, who.id, who.sessionHash) : []),\n', ''),
    tests: of('second-factor'),
  },
  {
    name: 'recovery-without-factor',
    what: 'recovery codes stay when the last factor goes, and count with the next one',
    rule: 'factor-codes',
    edits: one(SET_UP, '    dropIdleRecovery(db, who.id),\n', ''),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'recovery-codes-of-before',
    what: 'recovery codes that were made again leave those of before',
    rule: 'factor-codes',
    edits: one(
      FACTORS,
      '  db.run(sql`delete from recovery_codes where user_id = ${userId}`),\n  db.run(sql`\n',
      '  db.run(sql`\n',
    ),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'recovery-code-twice',
    what: 'a recovery code counts again and again',
    rule: 'factor-codes',
    edits: one(
      FACTORS,
      'and user_id = ${userId} and used_at is null\n    returning user_id',
      'and user_id = ${userId}\n    returning user_id',
    ),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'code-twice',
    what: 'a code that somebody saw counts a second time',
    rule: 'factor-codes',
    edits: one(FACTORS, ' and confirmed_at is not null and last_step < ${step}', ' and confirmed_at is not null'),
    tests: of('second-factor', 'second-factor-ends'),
  },
  {
    name: 'code-of-minutes-ago',
    what: 'codes of minutes ago count',
    edits: one(
      'domain/people/factors/totp.ts',
      'return [step, step - 1, step + 1]',
      'return [step, step - 1, step + 1, step - 2, step - 3]',
    ),
    tests: ['domain/people/factors/totp.test.ts', ...of('second-factor')],
  },
  {
    name: 'last-factor-goes',
    what: 'an admin takes the last second factor off, where one is required',
    rule: 'factor-required',
    edits: one(FACTORS, '(isRequired ? other : sql`true`)', '(isRequired ? sql`true` : other && sql`true`)'),
    tests: of('second-factor'),
  },
  {
    name: 'unenrolled-office',
    what: 'admins without a second factor do everything, where one is required',
    rule: 'factor-required',
    edits: one(
      'worker/http/door.ts',
      "    if (standing?.mustEnrol && !call.unenrolled) throw new Refusal('factor_missing')\n",
      '',
    ),
    tests: of('second-factor'),
  },
  {
    name: 'begun-app-replaces',
    what: 'a code app that counts is replaced by one that was only begun',
    rule: 'factor-change',
    edits: one(
      FACTORS,
      ' set sealed = excluded.sealed where totp_secrets.confirmed_at is null\n',
      ' set sealed = excluded.sealed\n',
    ),
    tests: of('second-factor'),
  },
  {
    name: 'factors-of-dev-by-admin',
    what: 'an admin takes the factors of a dev',
    rule: 'factor-change',
    edits: one(SET_UP, "  if (user.role === 'dev' && actor.role !== 'dev') throw new Refusal('forbidden')\n", ''),
    tests: of('second-factor'),
  },
  {
    name: 'own-factors-without-code',
    what: 'an admin takes their own factors as those of somebody who lost them',
    rule: 'factor-change',
    edits: one(SET_UP, "  if (user.id === actor.id) throw new Refusal('forbidden')\n", ''),
    tests: of('second-factor'),
  },
  {
    name: 'lost-factors-keep-signed-in',
    what: 'who lost their phone stays signed in on it after an admin took their factors',
    rule: 'factor-change',
    edits: one(SET_UP, '    ...endSignIns(db, id, null),\n', ''),
    tests: of('second-factor'),
  },
  {
    name: 'passkey-of-an-unattended-phone',
    what: 'a passkey counts without having verified its person',
    rule: 'passkeys',
    edits: one(
      'domain/people/factors/passkeys.ts',
      'requireUserVerification: true,\n      credential',
      'requireUserVerification: false,\n      credential',
    ),
    tests: of('passkeys', 'step-up'),
  },
  {
    name: 'passkey-made-unattended',
    what: 'a passkey is made without having verified its person',
    rule: 'passkeys',
    edits: one(
      'domain/people/factors/passkeys.ts',
      'requireUserVerification: true,\n    })\n    if (!verified || !reg',
      'requireUserVerification: false,\n    })\n    if (!verified || !reg',
    ),
    tests: of('passkeys', 'step-up'),
  },
  {
    name: 'passkey-of-another-person',
    what: 'a passkey that says another person signs in',
    rule: 'passkeys',
    edits: one(
      'domain/people/factors/passkeys.ts',
      '  if (handle !== undefined && handle !== toBase64Url(new TextEncoder().encode(key.user_id)))\n    throw',
      '  if (handle === null)\n    throw',
    ),
    tests: of('passkeys', 'step-up'),
  },
  {
    name: 'copied-passkey',
    what: 'a copy of a passkey signs in',
    rule: 'passkeys',
    edits: one(
      FACTORS,
      'where id = ${used.id} and (counter < ${used.counter} or (counter = 0 and ${used.counter} = 0))',
      'where id = ${used.id}',
    ),
    tests: of('passkeys', 'step-up'),
    behind: {
      what: 'the library compares with the count that was read',
      edits: one('domain/people/factors/passkeys.ts', '        counter: key.counter,\n', '        counter: 0,\n'),
    },
  },
  {
    name: 'passkeys-without-number',
    what: 'a person has as many passkeys as they like',
    rule: 'passkeys',
    edits: one(FACTORS, 'const MAX_PASSKEYS = 10', 'const MAX_PASSKEYS = 10_000'),
    tests: of('passkeys', 'step-up'),
  },
  {
    name: 'passkey-that-was-taken-away',
    what: 'a passkey that is taken away while it answers signs in',
    rule: 'passkeys',
    edits: one(
      FACTORS,
      'sql`factor_since is not null and exists (select 1 from passkeys p where p.id = ${id} and p.user_id = users.id)`',
      'sql`factor_since is not null and ${id} is not null`',
    ),
    tests: of('passkeys'),
  },
]
