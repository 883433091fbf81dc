// One admin's dashboard costs the fleet nothing: requests and frames go by seconds and collectors, not by events, and
// while nobody looks there are none. Real accounts; every call is counted where it arrives.
import { evictDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { AdminChannel } from '../../durable-objects/admin-channel/object.ts'
import { AdminCollector } from '../../durable-objects/admin-collector/object.ts'
import { COLLECTORS } from '../../durable-objects/admin-collector/shard-rules.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { listenAsAdmin } from './support/admin-screen.ts'
import { until } from '../../scripts/drive/until.ts'
import { bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, linkedAccount, linkRequest, numbers, stage } from './support/stage.ts'

/** 200 together: those who spoke before an admin came, half of them shown, and those who speak later. */
const EARLY = 40
const SHOWN = 20
const LATE = 160
const BLASTING = 3
/** Booted one by one on a busy machine. */
const PATIENCE_MS = 180_000
const EVENTS = 3
const BURST = 200
const runner = new FakeRunner('admin-scale')
type Account = { id: string; object: ReturnType<typeof accountObject> }

/** They exist, and have told nobody anything yet but that they did not link. */
const makeAccounts = (count: number): Promise<Account[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = `acc-${crypto.randomUUID()}`
      const object = accountObject(bound, id)
      const clientid = `client-${id}`
      await object.beginLink(linkRequest(id, 'u'))
      await object.cancelLink(clientid)
      return { id, object }
    }),
  )
/** Each call is one connection.update. */
const stir = async (accounts: readonly Account[]): Promise<void> => {
  for (let i = 0; i < EVENTS; i++) await Promise.all(accounts.map(({ object }) => object.activate()))
}
/** They go on as they are; their calls are on record. */
const spies = {
  reports: vi.spyOn(AdminCollector.prototype, 'collect'),
  seconds: vi.spyOn(AdminChannel.prototype, 'collected'),
  looks: vi.spyOn(AccountBlast.prototype, 'adminsLook'),
}
const calls = () => ({
  reports: spies.reports.mock.calls.length,
  seconds: spies.seconds.mock.calls.length,
  looks: spies.looks.mock.calls.length,
})
beforeEach(async () => {
  await stage({}, { adminListens: false })
  for (const spy of Object.values(spies)) spy.mockClear()
})

test(
  'an admin who shows 20 of 200 accounts hears of those, and totals of who asks; the number of events costs nothing',
  async () => {
    const early = await makeAccounts(EARLY)
    await until('every first answer', () => calls().reports >= EARLY)
    const rows = early.slice(0, SHOWN).map((a) => a.id)
    const screen = await listenAsAdmin({ accounts: rows, numbers: [] })
    await until('how they stand', () => screen.heard.filter((e) => e.event === 'count_synced').length === SHOWN)
    expect(calls()).toMatchObject({ reports: EARLY + SHOWN, looks: SHOWN })

    await stir(early.slice(0, SHOWN))
    await until('all of the shown ones', () => screen.total('connection.update') === SHOWN * EVENTS)

    // those who ask now hear that somebody listens, and not to them
    const [before, framesBefore, began] = [calls(), screen.frames, Date.now()]
    const late = await makeAccounts(LATE)
    await stir(late)
    await until('all of it', () => screen.total('connection.update') === (SHOWN + LATE) * EVENTS, {
      forMs: PATIENCE_MS / 2,
    })
    const seconds = Math.ceil((Date.now() - began) / 1_000) + 1
    expect(new Set(screen.heard.flatMap((e) => e.payload.sender?.id ?? []))).toEqual(new Set(rows))
    expect(calls().reports - before.reports).toBeLessThanOrEqual(LATE * seconds)
    expect(calls().seconds - before.seconds).toBeLessThanOrEqual(COLLECTORS * seconds)
    // a frame of totals a second; rows of these accounts are on no screen
    expect(screen.frames - framesBefore).toBeLessThanOrEqual(seconds)
    expect(calls().looks).toBe(SHOWN)

    // and one account's burst is a report a second
    const [reports, from] = [calls().reports, Date.now()]
    const burst = Array.from({ length: BURST }, async () => late[0]?.object.activate())
    await Promise.all(burst)
    await until('the burst', () => screen.total('connection.update') === (SHOWN + LATE) * EVENTS + BURST, {
      forMs: PATIENCE_MS / 2,
    })
    expect(calls().reports - reports).toBeLessThanOrEqual(Math.ceil((Date.now() - from) / 1_000) + 1)
    screen.close()
  },
  PATIENCE_MS,
)

// after the other one: its accounts are linked, and on a slow machine would speak into that one's totals
test(
  'while nobody listens an account asks once: its messages cost nothing after the first answer, after sleep neither',
  async () => {
    await makeLender('u1')
    await runner.join()
    await numbers(1, 400)
    const accounts = await Promise.all(Array.from({ length: BLASTING }, () => linkedAccount(runner, 'u1')))
    const acknowledge = async (count: number): Promise<void> => {
      for (const { socket } of accounts)
        for (let i = 0; i < count; i++) {
          const { length } = socket.sends()
          socket.say(acked(socket, length - 1))
          await until('the next send', () => socket.sends().length > length)
        }
    }
    await Promise.all(accounts.map(({ object }) => object.start()))
    await until('every send', () => accounts.every(({ socket }) => socket.sends().length > 0))
    const before = calls()
    expect(before.reports).toBeGreaterThanOrEqual(BLASTING)
    await acknowledge(5)
    for (const { object } of accounts) await evictDurableObject(object)
    await acknowledge(5)
    expect(calls()).toEqual({ ...before, seconds: 0, looks: 0 })
    await Promise.all(accounts.map(({ object }) => object.stop()))
  },
  PATIENCE_MS,
)
