// Eight kills in the middle of a blast of 200 numbers over 5 accounts, half of them a campaign's, and what must be true afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseFile } from '../../scripts/stack/database.ts'
import { homeOf } from '../../scripts/stack/stack.ts'
import { type Chaos, runChaos } from './chaos.ts'
import { startCollector } from './collector.ts'

const RECIPIENTS = 200
const dataDir = mkdtempSync(join(tmpdir(), 'wa-one-off-crash-'))
let chaos: Chaos
let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  const said: string[] = []
  collector = await startCollector()
  const size = { seed: 20_261_121, kills: 8, accounts: 5, recipients: RECIPIENTS }
  chaos = await runChaos({ dataDir, ...size, traces: collector.url, say: (line) => said.push(line) })
}, 600_000)
afterAll(() => {
  collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a blast whose runner, Worker and sockets are killed at random moments', () => {
  test('was killed as often as asked', () => expect(chaos.figures.kills).toBe(8))
  test('goes on and ends by itself', () => expect(chaos.endedByItself).toBe(true))
  test('sends no phone a message twice', () => expect(chaos.figures.duplicates).toBe(0))
  test('accounts for every number once', () => {
    const { success, fail, unknown } = chaos.figures
    expect(success + fail + unknown).toBe(RECIPIENTS)
  })
  test('pays every message the sandbox acked, once', () => expect(chaos.figures.ackedNotPaid).toBe(0))
  test('pays nothing that was not acked', () => expect(chaos.figures.paidNotAcked).toBe(0))
  test('keeps every balance equal to the sum of its entries, and income to the messages', () =>
    expect(chaos.figures.ledgerDifference).toBe(0))
  test('gives every leased number back', () => expect(chaos.figures.leasesHeld).toBe(0))
  test('needs no account scanned again', () => expect(chaos.figures.rescans).toBe(0))
  test('rule campaign-once: brings the campaign to its end, with everybody in one place', () => {
    const { campaignPeople, campaignEnded, campaignLost } = chaos.figures
    expect({ campaignPeople, campaignEnded, campaignLost }).toEqual({
      campaignPeople: RECIPIENTS / 2,
      campaignEnded: 1,
      campaignLost: 0,
    })
  })
  test('says of each of its people what their phone says, and counts them once', () => {
    expect(chaos.figures.campaignWrong).toBe(0)
    expect(chaos.figures.campaignMiscounted).toBe(0)
  })
  test('leaves the next message to each number readable', () => expect(chaos.figures.unreadable).toBe(0))
})

test('rule metrics: what was counted is what was settled, once each, whatever was killed', () => {
  const db = new DatabaseSync(databaseFile(homeOf(dataDir, false)), { readOnly: true })
  const counted = db
    .prepare('select j.key, sum(j.value) as n from measures m, json_each(m.counts) j group by j.key')
    .all()
  const settled = db.prepare(`select sum(success) as n from daily_stats where user_id = ''`).get()
  db.close()
  const of = (start: string) =>
    counted.reduce((sum, { key, n }) => sum + (String(key).startsWith(start) ? Number(n) : 0), 0)
  expect(of('wa_sends_total|outcome=success')).toBe(settled?.['n'])
  expect(of('wa_ack_to_ledger_seconds|le=')).toBe(settled?.['n'])
  // accounts' rows, calls and the cron brought the others
  for (const name of ['wa_placement_seconds|le=', 'wa_api_answers_total', 'wa_database_seconds|le='])
    expect([name, of(name) > 0]).toEqual([name, true])
})

/** Each span's parent, and the service that says it. */
const WAY = {
  message: [undefined, 'worker'],
  claim: ['message', 'worker'],
  intent: ['message', 'worker'],
  command: ['message', 'worker'],
  send: ['command', 'runner'],
  write: ['send', 'runner'],
  ack: ['send', 'runner'],
  queue: ['message', 'worker'],
  ledger: ['message', 'worker'],
} as const
describe('the traces of these messages', () => {
  const whole = () =>
    [...Map.groupBy(collector.spans, ({ traceId }) => traceId).values()].filter(
      (spans) => new Set(spans.map(({ name }) => name)).size === Object.keys(WAY).length,
    )
  test('are OTLP, and most messages have all of their spans in spite of the kills', () => {
    expect(collector.refused).toEqual([])
    expect(whole().length).toBeGreaterThan(RECIPIENTS / 2)
  })
  test('have one thread through object, runner and settlement, with the right parents and in order', () => {
    for (const spans of whole()) {
      const of = (name: string) => spans.find((one) => one.name === name)
      for (const [name, [parent, service]] of Object.entries(WAY)) {
        const { parentSpanId, service: said } = of(name) ?? {}
        expect([name, parentSpanId, said]).toEqual([name, parent && of(parent)?.spanId, `wa-blaster-${service}`])
      }
      const order = ['claim', 'intent', 'send', 'write', 'ack', 'queue', 'ledger'].map(of)
      // the runner's clock follows the Worker's by the quickest frame: some milliseconds may be missing
      const starts = order.map((one) => Number(one?.startTimeUnixNano) / 1e6)
      expect(starts.filter((start, i) => i > 0 && start < (starts[i - 1] ?? 0) - 50)).toEqual([])
      expect(of('ledger')?.endTimeUnixNano).toBe(of('message')?.endTimeUnixNano)
      const attempt = of('message')?.attributes.find(({ key }) => key === 'wa.attempt')?.value.stringValue
      expect(attempt?.replaceAll('-', '')).toBe(of('message')?.traceId)
    }
  })
  test('say ids of ours and outcomes, and so no number and no text', () => {
    const said = collector.spans.flatMap(({ attributes }) => attributes)
    expect([...new Set(said.map(({ key }) => key))].toSorted()).toEqual(['account', 'outcome', 'wa.attempt'])
    const values = new Set(said.map(({ value }) => value.stringValue))
    const WORDS = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|success|fail|acked|rejected|not_registered|failed)$/
    expect([...values].filter((value) => !WORDS.test(value))).toEqual([])
  })
})
