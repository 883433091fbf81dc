import type { Counts } from '../../ground/tally/rules.ts'
import { countedFindings, type Windows } from './budget-rules.ts'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { type OftenFigures, judgeOften, type RunnerFigures } from './judge-rules.ts'
import { changeOf, type Finding, nextAlertTry, type OpenTrouble } from './rules.ts'
import { templateFinding, templateMark } from './template-rules.ts'

const T = 1_800_000_000_000
const finding = (level: Finding['level'] = 'bad'): Finding => ({
  kind: 'queue_waits',
  subject: 'imports',
  level,
  figures: {},
})
const open = (more: Partial<OpenTrouble> = {}): OpenTrouble[] => [
  { id: 1, kind: 'queue_waits', subject: 'imports', since: T, seenAt: T, toldAt: null, ...more },
]
const judged = ['queue_waits'] as const
const after = (minutes: number, before: OpenTrouble[], findings: Finding[]) =>
  changeOf(before, { judged, findings }, T + minutes * MINUTE_MS)
const NOTHING = { started: [], seen: [], told: [], ended: [], dropped: [] }

describe('rule troubles: a figure at its limit does not flap', () => {
  test('what lasts too short is told to nobody', () => {
    expect(after(0, [], [finding()]).started).toEqual([{ ...finding(), told: false }])
    expect(after(3, open(), [finding()]).told).toEqual([])
    expect(after(5, open(), [finding()]).told).toEqual([1])
    expect(after(5, open(), [])).toEqual({ ...NOTHING, dropped: [1] })
  })
  test('between its limits one begins nothing, and ends nothing', () => {
    expect(after(0, [], [finding('between')])).toEqual(NOTHING)
    expect(after(60, open({ toldAt: T }), [finding('between')])).toMatchObject({ seen: [{ id: 1 }], ended: [] })
    expect(after(5, open(), [finding('between')]).told).toEqual([])
  })
  test('a told one is over once two looks did not find it, and a look that could not judge it changes nothing', () => {
    const told = open({ toldAt: T })
    expect(after(5, told, []).ended).toEqual([])
    expect(after(10, told, []).ended).toEqual([1])
    expect(changeOf(told, { judged: [], findings: [] }, T + 60 * MINUTE_MS)).toEqual(NOTHING)
  })
})

const RUNNER: RunnerFigures = {
  runnerId: 'runner-1',
  accounts: 100,
  hasRoom: true,
  skewMs: 0,
  versionRefused: null,
  unreadableAt: null,
}
const WELL: OftenFigures = {
  configured: true,
  queues: { settlements: { messages: 0, oldest: null }, imports: { messages: 0, oldest: null } },
  runners: [RUNNER],
  database: {
    waiting: { accountsToWake: null, imports: null, validatorFiles: null, pushes: null, erasures: null },
    cron: { minute: T, hour: T, backup: T },
    recordClosedTo: '2027-01-14',
  },
  accountsOnRunners: 100,
  stalledAccounts: 0,
  unsettledMs: [60_000],
  settleAfterMs: 0,
  optOutsMs: [],
  deadLetters: [],
  proxies: { free: false, failed: false },
  pay: { hour: null, days: [] },
  lackingKeys: [],
  containers: null,
  counted: { last: {}, half: {}, hour: {}, sixHours: {} },
  backup: { since: T },
  second: { since: T },
  drill: { since: T },
  since: T,
}
const kinds = (more: Partial<OftenFigures>) =>
  judgeOften({ ...WELL, ...more }, T).findings.map(({ kind, level }) => `${kind} ${level}`)
test('rule troubles: a place that is well has none, and some accounts on their way to a runner are none', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ accountsOnRunners: 104 })).toEqual([])
  expect(kinds({ accountsOnRunners: 108 })).toEqual(['accounts_without_runner between'])
  expect(kinds({ accountsOnRunners: 112 })).toEqual(['accounts_without_runner bad'])
})
test('rule troubles: what is to wait for the time of the settings is late only after that', () => {
  const waits = (minutes: number, settleAfterMs: number) => kinds({ unsettledMs: [minutes * MINUTE_MS], settleAfterMs })
  expect(waits(31, 0)).toEqual(['settlement_waits bad'])
  expect(waits(69, 60 * MINUTE_MS)).toEqual([])
  expect(waits(89, 60 * MINUTE_MS)).toEqual(['settlement_waits between'])
  expect(waits(91, 60 * MINUTE_MS)).toEqual(['settlement_waits bad'])
})
test('rule second-place: one that takes nothing for over a quarter of an hour is a trouble, and none is none', () => {
  const late = (minutes: number) => kinds({ second: { since: T - minutes * MINUTE_MS } })
  expect([late(15), late(16), kinds({ second: null })]).toEqual([[], ['second_place bad'], []])
})
test('rule restore-drill: a place whose backups nobody opened for 35 days has a trouble, and one without backups has not', () => {
  const late = (days: number) => kinds({ drill: { since: T - days * 24 * 60 * MINUTE_MS } })
  expect([late(35), late(36), kinds({ drill: null })]).toEqual([[], ['drill_old bad'], []])
})
test('rule troubles: a round that has never ended is late from the beginning of the place on', () => {
  const database = { ...WELL.database, cron: { minute: null, hour: null, backup: null }, recordClosedTo: null }
  const late = (minutes: number) =>
    judgeOften({ ...WELL, database, since: T - minutes * MINUTE_MS }, T).findings.map(({ subject }) => subject)
  expect(judgeOften({ ...WELL, database, since: null }, T).findings).toEqual([])
  expect(late(10)).toEqual([])
  expect(late(11)).toEqual(['minute'])
  expect(late(131)).toEqual(['minute', 'hour'])
  expect(late(4 * 24 * 60)).toEqual(['minute', 'hour', 'record'])
})
test('rule runner-clock: a clock that is ten seconds off in either direction is told with its runner, and over below five', () => {
  const off = (...skews: (number | null)[]) => {
    const runners = skews.map((skewMs) => ({ ...RUNNER, accounts: 100 / skews.length, skewMs }))
    return judgeOften({ ...WELL, runners }, T).findings.map((one) => [
      one.kind,
      one.subject,
      one.level,
      one.figures.seconds,
    ])
  }
  expect([off(10_000, null)[0]?.[2], off(5_000)]).toEqual(['between', []])
  expect(off(10_001)).toEqual([['runner_clock', 'runner-1', 'bad', 10]])
  expect(off(0, -44_900)).toEqual([['runner_clock', 'runner-1', 'bad', 45]])
})
test('rule runner-keys: a key that a runner lacks is a trouble at once, with its name and what is under it, and nothing is said where no runner says its keys', () => {
  const lacking = { kid: 'k0', rows: 12, accounts: 2, runners: 1, of: 2 }
  const look = judgeOften({ ...WELL, lackingKeys: [lacking] }, T)
  expect(look.findings).toEqual([
    { kind: 'vault_key_missing', subject: 'k0', level: 'bad', figures: { accounts: 2, rows: 12, runners: 1, of: 2 } },
  ])
  expect(changeOf([], look, T).started).toMatchObject([{ told: true }])
  expect(judgeOften({ ...WELL, lackingKeys: null }, T).judged).not.toContain('vault_key_missing')
})
test('rule troubles: a promise burns where an hour and its last minutes, or six and their last half, use up its month too fast', () => {
  const api = (bad: number, all: number): Counts => ({
    'wa_api_answers_total|status=5xx': bad,
    'wa_api_answers_total|status=2xx': all - bad,
  })
  const none = { last: {}, half: {}, hour: {}, sixHours: {} }
  const judge = (windows: Partial<Windows>) =>
    countedFindings({ ...none, ...windows }).flatMap((one) =>
      one ? [`${one.subject} ${one.level} ${one.figures.percent}`] : [],
    )
  expect(judge({ hour: api(15, 1_000), last: api(2, 100) })).toEqual(['api bad 2'])
  // one that is over, one that is nearly over, few faults, a pace that the month allows
  expect(judge({ hour: api(15, 1_000), last: api(0, 100) })).toEqual([])
  expect(judge({ hour: api(15, 1_000), last: api(1, 2_000) })).toEqual([])
  expect(judge({ hour: api(15, 1_000), last: api(1, 100) })).toEqual(['api between 2'])
  expect(judge({ hour: api(9, 100), last: api(9, 100) })).toEqual([])
  expect(judge({ hour: api(14, 1_000), last: api(2, 100) })).toEqual([])
  expect(judge({ sixHours: api(70, 10_000), half: api(7, 1_000) })).toEqual(['api bad 1'])
  const sessions = (down: number, all: number): Counts => ({
    'wa_session_samples_total|of=wanted': all,
    'wa_session_samples_total|of=connected': all - down,
  })
  expect(judge({ hour: sessions(36, 120), last: sessions(6, 20) })).toEqual(['sessions bad 30'])
  expect(judge({ hour: sessions(24, 24), last: sessions(4, 4) })).toEqual([])
})
test('rule troubles: mail fails where half of an hour’s do, two at least, and is well again below a tenth', () => {
  const level = (failed: number, sent: number) =>
    countedFindings({
      last: {},
      half: {},
      hour: { 'wa_mails_total|result=failed': failed, 'wa_mails_total|result=sent': sent },
      sixHours: {},
    })[0]?.level
  expect([level(1, 0), level(2, 0), level(2, 2), level(2, 3), level(2, 18), level(0, 9)]).toEqual([
    undefined,
    'bad',
    'bad',
    'between',
    undefined,
    undefined,
  ])
})
test('rule troubles: mails that are refused for their sender say so, because the mend is another', () => {
  const subject = (sender: number, failed: number) => {
    const hour = { 'wa_mails_total|result=sender': sender, 'wa_mails_total|result=failed': failed }
    return countedFindings({ last: {}, half: {}, hour, sixHours: {} })[0]?.subject
  }
  expect([subject(2, 0), subject(2, 2), subject(1, 2), subject(0, 2), subject(1, 0)]).toEqual([
    'mailSender',
    'mailSender',
    '',
    '',
    undefined,
  ])
})
test('rule troubles: containers that do not start are one while the cron finds it, and told when it lasts', () => {
  const containers = (agoMs: number) => kinds({ containers: { at: T - agoMs, failed: 2 } })
  expect([containers(9 * MINUTE_MS), containers(10 * MINUTE_MS)]).toEqual([['containers_fail bad'], []])
  const look = judgeOften({ ...WELL, containers: { at: T, failed: 2 } }, T)
  expect(changeOf([], look, T).started).toMatchObject([{ told: false, figures: { containers: 2 } }])
})
test('rule troubles: a part that does not answer is judged as what it is', () => {
  const { judged: asked, findings } = judgeOften({ ...WELL, runners: null, queues: null, configured: null }, T)
  expect(findings.map(({ kind }) => kind)).toEqual(['no_runner'])
  for (const kind of ['queue_waits', 'misconfigured', 'version_refused', 'accounts_without_runner'] as const)
    expect(asked).not.toContain(kind)
})
test('a template is judged by its last fifty outcomes, not by all since it was made', () => {
  const mark = { at: T - 1, success: 1_000, fail: 0, percent: null }
  expect(templateMark({ id: 't', success: 1_010, fail: 30, mark }, T)).toEqual(mark)
  expect(templateMark({ id: 't', success: 1_010, fail: 40, mark }, T)).toMatchObject({ at: T, percent: 80 })
})
test('rule troubles: a template that few are sent with stays judged between two judgements, and one that nobody is ends', () => {
  const level = (days: number, outcomes: number) => {
    const mark = { at: T - days * DAY_MS, success: 10, fail: 40, percent: 80 }
    return templateFinding({ id: 't', success: 10, fail: 40 + outcomes, mark }, T)?.level
  }
  expect([level(1, 0), level(2, 30), level(2, 0), level(2, 50)]).toEqual(['bad', 'between', undefined, 'bad'])
})
test('rule alerts: tries grow apart, from a minute to an hour or two, for three days', () => {
  const next = (tries: number, ageMs: number) => nextAlertTry({ createdAt: T - ageMs, tries }, T, 0.5)
  expect(next(1, 0)).toBe(T + 2 * MINUTE_MS)
  expect(next(20, 0)).toBe(T + 31 * MINUTE_MS)
  expect(next(20, 3 * 24 * 60 * MINUTE_MS)).toBeNull()
})

test('rule usual-pay: an hour of more than three times the dearest one of a usual day, of a place that has a past and is not small', () => {
  const M = 1_000_000_00
  const judge = (hour: number | null, days: number[]) => kinds({ pay: { hour, days } })
  const days = [2 * M, 90 * M, 4 * M, 3 * M, 3 * M]
  expect(judge(9 * M, days)).toEqual(['pay_high between'])
  expect(judge(9 * M + 1, days)).toEqual(['pay_high bad'])
  expect(judge(6 * M, days)).toEqual([])
  expect(judge(10 * M + 201, [3 * M, 3 * M, 3_666_668_00, 4 * M])).toEqual(['pay_high bad'])
  expect(judge(10 * M, [3 * M, 3 * M, 3_666_668_00, 4 * M])).toEqual(['pay_high between'])
  // a small place, a first hour, a new place
  expect(judge(3 * M, [100, 100, 100])).toEqual(['pay_high between'])
  expect(judge(3 * M + 1, [100, 100, 100])).toEqual(['pay_high bad'])
  expect(judge(null, days)).toEqual([])
  expect(judge(900 * M, [M, M])).toEqual([])
  const judged = (hour: number | null, some: number[]) =>
    judgeOften({ ...WELL, pay: { hour, days: some } }, T).judged.includes('pay_high')
  expect([judged(1, days), judged(null, days), judged(1, [M, M])]).toEqual([true, false, false])
})
