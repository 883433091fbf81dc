// Faults in how people sign in, and in what ends with a password or an email.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const auth = (file: string): string => `domain/people/auth/${file}`
const AUTH_STORE = auth('store.ts')
const EMAILS = auth('email-change-store.ts')
const of = (...names: string[]): string[] => names.map((name) => `tests/workerd/${name}.test.ts`)

export const ACCESS: readonly Fault[] = [
  {
    name: 'sign-in-without-last-day',
    what: 'a sign-in that is used goes on for ever',
    rule: 'sign-in',
    edits: [
      {
        file: AUTH_STORE,
        from: '  Math.min(now + SESSION_MS, createdAt + LONGEST_SESSION_MS)',
        to: '  now + SESSION_MS + 0 * createdAt',
      },
      {
        file: AUTH_STORE,
        from: '  params: [now, now - LONGEST_SESSION_MS, claim.id',
        to: '  params: [now, 0, claim.id',
      },
      { file: AUTH_STORE, from: ' and s.created_at > ${now - LONGEST_SESSION_MS}', to: '' },
    ],
    tests: of('auth', 'members', 'sign-in'),
  },
  {
    name: 'forgets-what-others-guessed',
    what: 'who signs in takes back the failures of those who guess from elsewhere',
    rule: 'guessing',
    edits: one(AUTH_STORE, 'where email = ${email} and address = ${nameOf(by)}`)', 'where email = ${email}`)'),
    tests: of('sign-in'),
  },
  {
    name: 'site-guesses-on',
    what: 'a /48 of IPv6 guesses as often as it has networks',
    rule: 'guessing',
    edits: one(AUTH_STORE, 'const SITE_TIMES = 3', 'const SITE_TIMES = 3_000'),
    tests: of('sign-in'),
  },
  {
    name: 'guesses-from-everywhere',
    what: 'many networks together guess one email without the bot check',
    rule: 'guessing',
    edits: one(AUTH_STORE, 'const MAX_FAILURES_EVERYWHERE = 50', 'const MAX_FAILURES_EVERYWHERE = 50_000'),
    tests: of('sign-in'),
  },
  {
    name: 'network-guesses-emails',
    what: 'one network tries as many emails as it likes',
    rule: 'guessing',
    edits: one(AUTH_STORE, 'const MAX_EMAILS = 20', 'const MAX_EMAILS = 20_000'),
    tests: of('sign-in'),
  },
  {
    name: 'devices-guess-on',
    what: 'who once knew the password guesses with each device that signed in then',
    rule: 'known-device',
    edits: one(AUTH_STORE, 'const MAX_FAILURES_OF_DEVICES = 20', 'const MAX_FAILURES_OF_DEVICES = 20_000'),
    tests: of('sign-in'),
  },
  {
    name: 'device-of-somebody-else',
    what: 'a device that signed in as anybody counts as known to everybody',
    rule: 'known-device',
    edits: one(auth('sign-in.ts'), 'device !== null && device.userId === user?.id', 'device !== null'),
    tests: of('sign-in'),
  },
  {
    name: 'device-unsigned',
    what: 'a device is whatever its cookie says',
    rule: 'known-device',
    edits: one(
      auth('device.ts'),
      '(await verifySignature(ring, LABEL, `${userId}.${id}`, signature)) ? { userId, id } : null',
      '(await verifySignature(ring, LABEL, `${userId}.${id}`, signature)) || true ? { userId, id } : null',
    ),
    tests: of('sign-in'),
  },
  {
    name: 'closed-person-untold',
    what: 'a closed person reads that the password is wrong',
    rule: 'person-closed',
    edits: one(auth('sign-in.ts'), "  if (user.status === 'closed') throw closedRefusal(user.status_reason)\n", ''),
    tests: of('person-closed'),
  },
  {
    name: 'wrong-bot-check-passes',
    what: 'a sign-in goes on with an answer that the bot check refuses',
    edits: one(auth('sign-in.ts'), "  if (botCheck !== '' && !isHuman) throw new Refusal('bot_check_failed')\n", ''),
    tests: of('sign-in'),
  },
  {
    name: 'sign-up-of-robots',
    what: 'a sign-up needs any answer of the bot check, right or wrong',
    rule: 'bot-check',
    edits: one(
      auth('register-member.ts'),
      "if (answer === '' || !(await ports.isHuman(answer)))",
      "if (answer === '')",
    ),
    tests: of('auth'),
  },
  {
    name: 'new-device-untold',
    what: 'nobody hears that somebody signed in as them from another device',
    rule: 'sign-ins',
    edits: one(
      auth('open-sign-in.ts'),
      'newDevice !== null && who.facts?.wasHere === 1',
      'newDevice !== null && who.facts?.wasHere === 2',
    ),
    tests: of('step-up'),
  },
  {
    name: 'first-device-told',
    what: 'the first sign-in of somebody is told to them as one from a strange device',
    rule: 'sign-ins',
    edits: one(auth('open-sign-in.ts'), 'newDevice !== null && who.facts?.wasHere === 1', 'newDevice !== null'),
    tests: of('step-up'),
  },
  {
    name: 'reset-keeps-signed-in',
    what: 'a new password by a link leaves the thief signed in',
    rule: 'reset-link',
    edits: one(AUTH_STORE, '    ...endSignIns(db, owner, null),\n', ''),
    tests: of('auth', 'reset-links'),
  },
  {
    name: 'reset-keeps-new-email',
    what: 'a new email that a thief asked for counts after the password was set anew by a link',
    rule: 'reset-link',
    edits: one(AUTH_STORE, '    dropEmailChange(db, owner),\n', ''),
    tests: of('auth', 'reset-links'),
  },
  {
    name: 'other-reset-links-stay',
    what: 'one link was used, and another one sets a password again',
    rule: 'reset-link',
    edits: one(
      AUTH_STORE,
      'where user_id = ${owner} and used_at is null\n    returning',
      'where token_hash = ${use.tokenHash} and used_at is null\n    returning',
    ),
    tests: of('auth', 'reset-links'),
  },
  {
    name: 'reset-links-without-number',
    what: 'a mailbox is filled with links to a new password',
    edits: one(AUTH_STORE, '    ) < 3\n', '    ) < 3_000\n'),
    tests: of('auth', 'reset-links'),
  },
  {
    name: 'reset-link-of-yesterday',
    what: 'a link to a new password works until it is used',
    rule: 'reset-link',
    edits: [
      { file: AUTH_STORE, from: ' and r.used_at is null and r.expires_at > ${now}', to: ' and r.used_at is null' },
      { file: AUTH_STORE, from: ' and used_at is null and expires_at > ${use.now}', to: ' and used_at is null' },
    ],
    tests: of('auth', 'reset-links'),
  },
  {
    name: 'new-email-keeps-reset-links',
    what: 'a link in the mailbox that somebody left sets the password after their email changed',
    rule: 'new-email',
    edits: one(EMAILS, "    closeResets(db, change('user_id'), now),\n", ''),
    tests: of('present-password'),
  },
  {
    name: 'new-email-keeps-signed-in',
    what: 'a new email leaves all other sign-ins',
    rule: 'new-email',
    edits: one(EMAILS, "    ...endSignIns(db, change('user_id'), change('session_hash')),\n", ''),
    tests: of('present-password'),
  },
  {
    name: 'new-email-ends-its-own',
    what: 'who confirms their new email is signed out where they asked for it',
    rule: 'new-email',
    edits: one(
      EMAILS,
      "endSignIns(db, change('user_id'), change('session_hash'))",
      "endSignIns(db, change('user_id'), null)",
    ),
    tests: of('present-password'),
  },
  {
    name: 'new-email-of-last-week',
    what: 'the link to a new email works until it is used',
    rule: 'new-email',
    edits: [
      {
        file: EMAILS,
        from: 'where c.token_hash = ${tokenHash} and c.expires_at > ${now}',
        to: 'where c.token_hash = ${tokenHash}',
      },
      {
        file: EMAILS,
        from: 'from email_changes where token_hash = ${tokenHash} and expires_at > ${now})\n  `\n  const act = [',
        to: 'from email_changes where token_hash = ${tokenHash})\n  `\n  const act = [',
      },
      {
        file: EMAILS,
        from: '    delete from email_changes\n    where token_hash = ${tokenHash} and expires_at > ${now}\n',
        to: '    delete from email_changes\n    where token_hash = ${tokenHash}\n',
      },
    ],
    tests: of('present-password'),
  },
  {
    name: 'confirmation-drops-the-wish',
    what: 'who asks for the confirmation of their email again loses the new one that waits',
    rule: 'confirmed-email',
    edits: one(EMAILS, '    where email_changes.email = excluded.email or email_changes.expires_at <= ${now}\n', ''),
    tests: of('confirmed-email'),
  },
]
