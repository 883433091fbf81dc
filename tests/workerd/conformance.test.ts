// Every call of the API line by line, those of the specification and those added since, against the running Worker:
// method, path, body, keys of the answer, status and words. A call without a case fails; the table at the
// end names every call.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import { CALLS_OF_DECISIONS, CALLS_OF_SPEC, plain } from './support/calls.ts'
import { AUTH_AND_USERS } from './support/conformance/auth-and-users.ts'
import { CHECKS_AND_MONITOR } from './support/conformance/checks-and-monitor.ts'
import { RATES_AND_TOPICS } from './support/conformance/rates-and-topics.ts'
import { BULK_ACTS } from './support/conformance/bulk-acts.ts'
import { TAGS_AND_SEGMENTS } from './support/conformance/tags-and-segments.ts'
import { CAMPAIGNS } from './support/conformance/campaigns.ts'
import { TEMPLATES_AND_RECORDS } from './support/conformance/templates-and-records.ts'
import { LISTS } from './support/conformance/lists.ts'
import { MONEY } from './support/conformance/money.ts'
import { IMPORT_CASES } from './support/conformance/import-cases.ts'
import { MONEY_PERIODS } from './support/conformance/money-periods.ts'
import { Line } from './support/conformance/tools.ts'
import { KEYED } from './support/presses.ts'
import { WHATSAPP } from './support/conformance/whatsapp.ts'
import { makeWorld, type Cases, type World } from './support/conformance/world.ts'

const CASES: Cases = {
  ...AUTH_AND_USERS,
  ...WHATSAPP,
  ...MONEY,
  ...IMPORT_CASES,
  ...MONEY_PERIODS,
  ...CHECKS_AND_MONITOR,
  ...LISTS,
  ...TEMPLATES_AND_RECORDS,
  ...RATES_AND_TOPICS,
  ...TAGS_AND_SEGMENTS,
  ...CAMPAIGNS,
  ...BULK_ACTS,
}
const CALLS = [...CALLS_OF_SPEC, ...CALLS_OF_DECISIONS]
const mounted = new Set(ROUTES.map(([route]) => plain(route)))
const isMounted = (call: string): boolean => mounted.has(plain(call))
const lines = new Map(CALLS.map((call) => [call, new Line(call)]))
const passed = new Set<string>()

/** They are asked by anybody, and take nothing that could be wrong. */
const ANSWERS_ALL = ['GET /health', 'GET /livez', 'GET /readyz', 'GET /public/status', 'GET /public/receipt-keys']

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  // the bot check: everybody but "robot" is human
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    const { response } = JSON.parse(String(init?.body)) as { response: string }
    return Response.json({ success: response !== 'robot', action: 'register' })
  })
})

test('every call is mounted', () => {
  expect(CALLS.filter((call) => !isMounted(call))).toEqual([])
})
test('every call has its case, and no case is of a call that nobody named', () => {
  expect(CALLS.filter((call) => !CASES[call])).toEqual([])
  expect(Object.keys(CASES).filter((call) => !lines.has(call))).toEqual([])
})

describe('rule one-error-shape: as the specification says', () => {
  test.each(CALLS.map((call) => [call]))('%s', async (call) => {
    const line = lines.get(call)
    const run = CASES[call]
    if (!line || !run) throw new Error(`no case: ${call}`)
    await run(line, world)
    // a case that asks nothing, or never sees a refusal, says nothing
    expect(line.tally.good).toBeGreaterThan(0)
    if (!ANSWERS_ALL.includes(call)) expect(line.tally.refused).toBeGreaterThan(0)
    if (KEYED.has(plain(call))) expect([call, line.tally.keyed > 0]).toEqual([call, true])
    passed.add(call)
  })
})

afterAll(() => {
  const state = (call: string): string => (passed.has(call) ? 'ok' : 'FAILED')
  const rows = CALLS.map((call) => {
    const { good, refused } = lines.get(call)?.tally ?? { good: 0, refused: 0 }
    const source = (CALLS_OF_SPEC as readonly string[]).includes(call) ? 'of the specification' : 'added since'
    const [method = '', path = ''] = call.split(' ')
    return [
      method.padEnd(6),
      path.padEnd(52),
      source.padEnd(11),
      state(call).padEnd(8),
      `${good} answers, ${refused} refusals`,
    ].join(' ')
  })
  const count = (what: string): number => CALLS.filter((call) => state(call) === what).length
  const sum = `${CALLS.length} calls: ${count('ok')} ok, ${count('FAILED')} failed`
  console.log(['', ...rows, sum].join('\n'))
})
