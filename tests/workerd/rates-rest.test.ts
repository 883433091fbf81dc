// An account that too many of those it wrote to stop after, or that nothing arrives from, rests by itself (rule rates): real Worker, real D1, real
// objects; the runner's side is the test's.
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { Clock } from '../../durable-objects/account-blast/core/clock.ts'
import { until } from '../../scripts/drive/until.ts'
import { blastSends, stageBlasts } from './support/blasting.ts'
import { all, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { acked, inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, someone } = stageBlasts('rests')
const set = (key: string, value: number) =>
  run('insert or replace into settings (key, value) values (?, ?)', key, String(value))

describe('rule rates: an account that has written to many', () => {
  let apart = 9_000
  /** It has written to so many, of whom some stopped; its next blast has somebody to write to. */
  const wrote = async (
    sent: number,
    stopped: number,
    undelivered = 0,
    began = Date.now() - 2 * DAY_MS,
    { failed = 0, tests = 0 } = {},
  ) => {
    const account = await linkedAccount(runner, await someone())
    apart += 10
    await numbers(apart, 3)
    await inside(account.object, ({ sql }) => {
      for (let i = 0; i < sent; i += 1)
        sql.exec(
          `insert into attempts (attempt_id, message_id, number_id, number, name, price_sen, epoch, created_at, outcome, delivered_at, stopped_at)
           values (?1, ?1, ?2, ?3, 'N', 0, 1, ?4, ?7, ?5, ?6)`,
          `old-${i}`,
          i >= failed && i < failed + tests ? 0 : 5_000 + i,
          `62899${i}`,
          began,
          i < undelivered ? null : began,
          i < stopped ? began : null,
          i < failed ? 'fail' : 'success',
        )
    })
    await account.object.start()
    return account
  }
  const rests = async ({ object }: Awaited<ReturnType<typeof wrote>>) =>
    (await object.snapshot())?.waitReason === 'rest'

  test('rests for a day when too many stopped, gives its numbers back, tells why, and goes on by itself', async () => {
    const account = await wrote(60, 6)
    await until('it rests', () => rests(account))
    expect(blastSends(account.socket)).toEqual([])
    const { rest, userId } = await documentOf(account.object)
    expect(rest).toMatchObject({ why: 'stops', count: 6, of: 60 })
    const inDay = (rest?.until ?? 0) - Date.now()
    expect(inDay).toBeGreaterThan(DAY_MS - 60_000)
    expect(inDay).toBeLessThanOrEqual(DAY_MS)
    await until(
      'no number is held',
      async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0,
    )
    await until('its owner is told', async () =>
      (await all<{ kind: string }>('select kind from notices where user_id = ?', userId)).some(
        ({ kind }) => kind === 'account_rests',
      ),
    )
    // the rest is over: what was sent before it has had its answer
    const tomorrow = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => Date.now() + DAY_MS + 1_000)
    await fire(account.object, 'pump')
    await until('a send', () => blastSends(account.socket)[0]).finally(() => tomorrow.mockRestore())
  })
  test('goes on resting under another account that its member links it to', async () => {
    const account = await wrote(60, 6)
    await until('it rests', () => rests(account))
    const { rest } = await documentOf(account.object)
    await account.object.stop()
    expect((await account.object.remove()).ok).toBe(true)
    const again = await linkedAccount(runner, await someone(), 'blast', account.phone)
    expect((await documentOf(again.object)).rest).toEqual(rest)
    await again.object.start()
    await until('it rests again', async () => (await again.object.snapshot())?.waitReason === 'rest')
    expect(blastSends(again.socket)).toEqual([])
  })
  test('rests when too many messages never arrived', async () => {
    const account = await wrote(60, 0, 42)
    await until('it rests', () => rests(account))
    expect((await documentOf(account.object)).rest).toMatchObject({ why: 'undelivered', count: 42, of: 60 })
  })
  test('goes on below the limit, and where the place asks for no rests', async () => {
    const fine = await wrote(60, 5, 41)
    await until('a send', () => blastSends(fine.socket)[0])
    await set('rate_stops_percent', 0)
    await set('rate_undelivered_percent', 0)
    const unasked = await wrote(60, 60, 60)
    await until('a send', () => blastSends(unasked.socket)[0])
    await run(`delete from settings where key like 'rate_%'`)
  })
  test('looks a week back, and within a day asks for no receipt', async () => {
    const of = async (sent: number, stopped: number, undelivered: number, at: number) => {
      const account = await wrote(sent, stopped, undelivered, at)
      await until('a send', () => blastSends(account.socket)[0])
    }
    await of(60, 60, 60, Date.now() - 8 * DAY_MS)
    await of(60, 0, 60, Date.now() - DAY_MS + 60_000)
  })
  test('what failed and a message of words of one’s own to oneself count nowhere', async () => {
    const account = await wrote(60, 6, 0, Date.now() - 2 * DAY_MS, { failed: 3, tests: 3 })
    await until('a send', () => blastSends(account.socket)[0])
  })
  test('looks at once when a stop comes by an id that only the message’s own receipt tells', async () => {
    const account = await wrote(53, 5)
    await until('a send', () => blastSends(account.socket)[0])
    account.socket.say({
      kind: 'inbound',
      items: [{ id: 'stop-lid', number: null, lid: '9009', text: 'STOP', means: null, at: Date.now() }],
    })
    account.socket.say({ ...acked(account.socket, 0), lid: '9009' })
    await until('it rests', () => rests(account))
  })
  test('is not moved by somebody it never wrote to', async () => {
    const account = await wrote(53, 5)
    await until('a send', () => blastSends(account.socket)[0])
    account.socket.say(
      { kind: 'inbound', items: [{ id: 'x', number: '628777', lid: null, text: 'STOP', means: null, at: Date.now() }] },
      acked(account.socket, 0),
    )
    await until('the next send', () => blastSends(account.socket)[1])
  })
  test('looks at once when somebody stops in the middle of a blast', async () => {
    const account = await wrote(53, 5)
    const sent = await until('a send', () => blastSends(account.socket)[0])
    account.socket.say(acked(account.socket, 0), {
      kind: 'inbound',
      items: [{ id: 'stop-1', number: sent.number, lid: null, text: 'STOP', means: null, at: Date.now() }],
    })
    await until('it rests', () => rests(account))
    expect(blastSends(account.socket)).toHaveLength(1)
  })
})
