// Faults in who decides about whose money, and in how much of it one person decides alone.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const DAY = 'domain/money/day-limits/store.ts'
const CHANGES = 'domain/people/bank-details/changes-store.ts'
const SAME = 'domain/people/bank-details/same-account-store.ts'
const TIES = 'domain/people/ties/store.ts'
const TIED = 'domain/people/ties/tied-store.ts'
const WAITS = 'domain/people/ties/waits-store.ts'
const of = (...names: string[]): string[] => names.map((name) => `tests/workerd/${name}.test.ts`)

export const DECIDERS: readonly Fault[] = [
  {
    name: 'decided-again-counts-twice',
    what: 'a request that is accepted again counts twice in its member’s day',
    rule: 'day-limits',
    edits: one(
      DAY,
      '\n    and not (d.kind = ${kind} and d.subject in (select value from json_each(${subjects})))\n',
      '\n    and ${subjects} is not null\n',
    ),
    tests: of('day-limits'),
  },
  {
    name: 'day-of-one-decider',
    what: 'two admins give a member the limit of a day each',
    rule: 'day-limits',
    edits: one(
      DAY,
      'where d.beneficiary_id = l.person and ${others}',
      'where d.beneficiary_id = l.person and d.decided_by = ${by} and ${others}',
    ),
    tests: of('day-limits'),
  },
  {
    name: 'day-that-never-ends',
    what: 'what was decided on earlier days counts in the limit of today',
    rule: 'day-limits',
    edits: one(DAY, 'd.at >= ${jakartaMidnight(now)}', 'd.at >= ${jakartaMidnight(now) * 0}'),
    tests: of('day-limits'),
  },
  {
    name: 'deleted-bonus-counts-on',
    what: 'a bonus that was deleted uses up the day of its member',
    rule: 'day-limits',
    edits: one(
      DAY,
      'delete from day_decisions where kind = ${kind} and subject = ${subject}',
      'delete from day_decisions where kind = ${kind} and subject = ${subject} and 1 = 2',
    ),
    tests: of('day-limits'),
  },
  {
    name: 'limit-judged-before',
    what: 'decisions at one moment pass the limit of a day, since each was judged before',
    rule: 'day-limits',
    edits: one(
      DAY,
      "...(alone ? [refuseIf(db, 'day_limit', isOver(deciding))] : []),",
      "...(alone ? [refuseIf(db, 'day_limit', sql`${isOver(deciding)} and 1 = 2`)] : []),",
    ),
    tests: of('day-limits'),
  },
  {
    name: 'new-details-paid-alone',
    what: 'one person pays to bank details that took the place of others an hour ago',
    rule: 'bank-change',
    edits: one(
      DAY,
      "${kind === 'withdraw' ? toChangedDetails : sql``}",
      "${kind === 'bonus' && toChangedDetails === null ? toChangedDetails : sql``}",
    ),
    tests: of('tie-kinds'),
  },
  {
    name: 'details-emptied-first',
    what: 'who empties bank details and fills them anew has changed nothing',
    rule: 'bank-change',
    edits: one(
      CHANGES,
      '        or exists (select 1 from bank_changes b where b.user_id = u.id and b.replaced = 1)\n',
      '',
    ),
    tests: of('tie-kinds'),
    behind: {
      what: 'nor does a request that was made by the old ones count',
      edits: one(CHANGES, '\n        or exists (select 1 from withdraws w where w.user_id = u.id),', ','),
    },
  },
  {
    name: 'new-details-wait-an-hour',
    what: 'new bank details are paid to alone after an hour',
    rule: 'bank-change',
    edits: one(CHANGES, 'export const BANK_WAIT_MS = DAY_MS', 'export const BANK_WAIT_MS = DAY_MS / 24'),
    tests: of('tie-kinds'),
  },
  {
    name: 'wallets-of-one-number',
    what: 'a wallet of another name with the same number is no tie',
    edits: one(
      SAME,
      '    (${isWallet(a)} and ${isWallet(b)})\n    or',
      '    (${isWallet(a)} and ${isWallet(b)} and ${bankOf(a)} = ${bankOf(b)})\n    or',
    ),
    tests: of('fraud'),
  },
  {
    name: 'placeholders-tie',
    what: 'two people who wrote a placeholder for their account are tied',
    edits: one(SAME, 'export const LEAST_DIGITS = 6', 'export const LEAST_DIGITS = 1'),
    tests: of('fraud'),
  },
  {
    name: 'device-of-who-did-it',
    what: 'an admin who set somebody’s password at their own desk shares that person’s device',
    rule: 'tie-kinds',
    edits: one(
      TIES,
      "sql`e.kind in ('sign_in', 'password_changed') and coalesce(e.by, e.user_id) = e.user_id`",
      "sql`e.kind in ('sign_in', 'password_changed')`",
    ),
    tests: of('tie-kinds'),
  },
  {
    name: 'replaced-account-forgotten',
    what: 'who replaces their own account is free to pay to the one they had',
    rule: 'tie-kinds',
    edits: one(
      TIES,
      'where user_id = ${person} and at > ${ms(now - STEERS_MS)}\n`',
      'where user_id = ${person} and at > ${ms(now)}\n`',
    ),
    tests: of('tie-kinds'),
  },
  {
    name: 'account-of-the-request-passed-over',
    what: 'a request that pays to the decider’s own account is theirs to accept once its member has another one',
    rule: 'tie-kinds',
    edits: one(TIES, '${withdraw ? ofRequest : sql``}) b', '${withdraw && ofRequest === null ? ofRequest : sql``}) b'),
    tests: of('tie-kinds'),
  },
  {
    name: 'device-forgotten-in-days',
    what: 'who shared a device ten days ago is not tied',
    rule: 'tie-kinds',
    edits: one('domain/people/ties/rules.ts', 'PLACE_DAYS = 90', 'PLACE_DAYS = 9'),
    tests: of('tie-kinds'),
  },
  {
    name: 'steering-forgotten-in-days',
    what: 'who set somebody’s bank details four days ago is not tied',
    rule: 'tie-kinds',
    edits: one(TIED, 'export const STEERS_MS = 30 * DAY_MS', 'export const STEERS_MS = 3 * DAY_MS'),
    tests: of('tie-kinds'),
  },
  {
    name: 'second-persons-free-next-day',
    what: 'who gave another a password two days ago is their second person',
    rule: 'two-sign-ins',
    edits: one(TIED, 'const TIED_MS = 7 * DAY_MS', 'const TIED_MS = DAY_MS'),
    tests: of('approvals'),
  },
  {
    name: 'reset-link-ties-nobody',
    what: 'who handed out a link to a new password is not tied by it',
    rule: 'two-sign-ins',
    edits: one(TIED, "e.action in ('user.factor_reset', 'user.reset_link')", "e.action in ('user.factor_reset')"),
    tests: of('approvals'),
  },
  {
    name: 'factor-reset-ties-nobody',
    what: 'who took somebody’s factors is not tied by it',
    rule: 'two-sign-ins',
    edits: one(TIED, "e.action in ('user.factor_reset', 'user.reset_link')", "e.action in ('user.reset_link')"),
    tests: of('approvals'),
  },
  {
    name: 'email-ties-nobody',
    what: 'who gave somebody an email is not tied by it',
    rule: 'two-sign-ins',
    edits: one(
      TIED,
      "e.after ->> 'password', e.after ->> 'email_pending', e.after ->> 'role'",
      "e.after ->> 'password', e.after ->> 'role'",
    ),
    tests: of('approvals'),
  },
  {
    name: 'role-ties-nobody',
    what: 'who made somebody an admin is not tied by it',
    rule: 'two-sign-ins',
    edits: one(
      TIED,
      "e.after ->> 'password', e.after ->> 'email_pending', e.after ->> 'role'",
      "e.after ->> 'password', e.after ->> 'email_pending'",
    ),
    tests: of('approvals'),
  },
  {
    name: 'wait-goes-on-after-an-objection',
    what: 'a member says that it was not them, and the wait lets its opener decide all the same',
    rule: 'wait-objection',
    edits: one(
      WAITS,
      '      and ${isOfNow(sql`r`)}\n      and not ${isObjected(sql`t.withdraw_id`)}\n      and not ${isAnybodyFree',
      '      and ${isOfNow(sql`r`)}\n      and not ${isAnybodyFree',
    ),
    tests: of('decider-wait'),
  },
  {
    name: 'objection-holds-nothing',
    what: 'a member says that it was not them, and their next withdraw is paid',
    rule: 'wait-objection',
    edits: one(
      WAITS,
      'select ${userId}, ${now}, ${userId}, ${reason}\n    where not ${isPersonHeld(userId)}',
      'select ${userId}, ${now}, ${userId}, ${reason}\n    where 1 = 2',
    ),
    tests: of('decider-wait'),
  },
  {
    name: 'waits-with-somebody-free',
    what: 'a tied decider accepts after a day although somebody untied came meanwhile',
    rule: 'decider-wait',
    edits: one(
      WAITS,
      '      and not ${isObjected(sql`t.withdraw_id`)}\n      and not ${isAnybodyFree({ person: sql`r.user_id`, withdraw: sql`r.id` }, sql`t.by`, now)}\n',
      '      and not ${isObjected(sql`t.withdraw_id`)}\n',
    ),
    tests: of('decider-wait'),
  },
  {
    name: 'alone-by-pausing-the-others',
    what: 'who pauses the others is alone, and waits a day for the right to decide about who they are tied to',
    rule: 'decider-wait',
    edits: one(WAITS, "(u.status = 'active' or u.status_at > ${ms(now - WERE_MS)})", "u.status = 'active'"),
    tests: of('decider-wait'),
  },
  {
    name: 'alone-by-taking-roles',
    what: 'who takes the others’ roles is alone',
    rule: 'decider-wait',
    edits: one(WAITS, "and ${DECIDES(sql`e.before ->> 'role'`)}", "and ${DECIDES(sql`e.before ->> 'role'`)} and 1 = 2"),
    tests: of('decider-wait'),
  },
]
