// Whom living accounts wrote to after the backup, and whose rows it does not have: they rest all the same, however they come back.
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { keepTried } from '../../domain/operation/backup/keep-tried.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { backUp, beginRestoration, loseDatabase, restore, sender } from './support/backups.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, inside, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('tried')
beforeAll(async () => {
  await stage()
  await runner.join()
  await makePerson('admin')
})
const [CAMPAIGN, WAITED_IN] = [77, 78]
const rolls = (id: number, name: string, people: number, claimed: number) =>
  run(
    `insert into campaigns (id, name, state, segment_id, rolling, days, from_min, until_min, priority, people, claimed, launched_at, created_by, created_at)
     values (?, ?, 'running', '', 1, 254, 0, 1440, 5, ?, ?, ?, 'x', 1)`,
    id,
    name,
    people,
    claimed,
    Date.now() - DAY_MS,
  )
const placeOf = (number: string, campaign = CAMPAIGN) =>
  all(
    'select q.state from campaign_people q join phone_numbers p on p.id = q.number_id where p.number = ? and q.campaign_id = ?',
    number,
    campaign,
  )
const placesOf = (campaign: number) => one('select people, claimed, dropped from campaigns where id = ?', campaign)
const triedAt = async (number: string): Promise<number> =>
  (await one<{ at: number }>('select last_attempt_at as at from phone_numbers where number = ?', number)).at

test('rule restored-place: whom a living account wrote to since rests, under whatever row they come back', async () => {
  const account = await sender(runner, 'tried', 100, 1)
  const [remade = '', held = ''] = await numbers(200, 2)
  await rolls(CAMPAIGN, 'Bergulir', 0, 0)
  await rolls(WAITED_IN, 'Menunggu', 2, 1)
  await run(
    `insert into campaign_people (campaign_id, number_id, state, at) select ?, id, number = ?, 0 from phone_numbers where number in (?, ?)`,
    WAITED_IN,
    held,
    remade,
    held,
  )
  await run(
    'update phone_numbers set in_use = 1, in_use_by = ?, in_use_claim = 1, in_use_campaign = ? where number = ?',
    account.accountId,
    WAITED_IN,
    held,
  )
  const backup = await backUp()

  // since the backup: two rows were made anew, another was added, and all got a message
  await run(`update phone_numbers set status = 'nonactive'`)
  await run('delete from phone_numbers where number in (?, ?)', remade, held)
  await numbers(200, 2)
  const [added = ''] = await numbers(300, 1)
  await account.object.start()
  const began = Date.now()
  for (let i = 1; i <= 3; i++) {
    await until(`send ${i}`, () => account.socket.sends()[i])
    account.socket.say(acked(account.socket, i))
  }
  await until('confirmed', () =>
    inside(account.object, ({ sql }) => sql.exec('select 1 from batches').toArray().length === 0),
  )
  expect(
    account.socket
      .sends()
      .slice(1)
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual([remade, held, added])

  // of who was erased the message alone is kept, and a test goes to the account's own number
  await inside(account.object, ({ sql }) => {
    for (const [id, number] of [
      [999, ''],
      [0, '6281999000111'],
    ] as const)
      sql.exec(
        `insert into attempts (attempt_id, message_id, number_id, number, name, template_id, price_sen, epoch, created_at, outcome, resolved_at, covered)
         values (?1, ?1, ?2, ?3, '', 't', 0, 1, ?4, 'success', ?4, 1)`,
        `kept-${id}`,
        id,
        number,
        Date.now(),
      )
  })

  await loseDatabase()
  await beginRestoration({ backup, since: backup.cutAt })
  await restore(50)
  expect(await triedAt(remade)).toBeGreaterThanOrEqual(began)
  // what it wrote to them for is not known: they are none of whom the campaign still sends to
  expect(await placeOf(remade)).toEqual([{ state: 5 }])
  // nor where the row of then waits, or is held by a claim that the account gave up
  expect([await placeOf(remade, WAITED_IN), await placeOf(held, WAITED_IN)]).toEqual([[{ state: 5 }], [{ state: 5 }]])
  expect(await placesOf(WAITED_IN)).toEqual({ people: 2, claimed: 0, dropped: 2 })
  expect(await one('select count(*) as n from recipient_memory')).toEqual({ n: 1 })
  expect(await all('select 1 from phone_numbers where number = ?', added)).toEqual([])
  // no sign-in comes back
  const admin = await makePerson('admin')
  const again = { number: added, name: 'Baru', consent_source: 'Formulir' }
  expect((await ask('POST', '/admin/phonenumber/save', { token: admin.token, body: again })).status).toBe(200)
  expect(await triedAt(added)).toBeGreaterThanOrEqual(began)
  expect(await placeOf(added)).toEqual([{ state: 5 }])
  expect(await placesOf(CAMPAIGN)).toEqual({ people: 3, claimed: 0, dropped: 3 })
  expect(await placesOf(WAITED_IN)).toEqual({ people: 3, claimed: 0, dropped: 3 })
  await makeLender('next')
  await run(`update phone_numbers set status = 'active'`)
  const free = await numbers(500, 1)
  const claimed = await claimNumbers(db, {
    accountId: 'other',
    userId: 'next',
    want: 100,
    now: Date.now(),
    runStartedAt: Date.now(),
    count: false,
    claim: 1,
  })
  expect(claimed.numbers.map(({ number }) => number)).toEqual(free)
})

test('of two accounts that wrote to somebody the last counts, whichever tells first, and of many everybody is heard', async () => {
  const [listed = ''] = await numbers(400, 1)
  const now = Date.now()
  const ports = { db, hashKeys: hashRing(bound), clock: () => now }
  const gone = { id: 5_000_000, number: '6281999000222' }
  const tell = (at: number) =>
    keepTried(ports, [
      ...Array.from({ length: 5_000 }, () => ({ id: 5_000_001, number: '6281999000333', at: 1 })),
      { id: 5_000_002, number: listed, at },
      { ...gone, at },
    ])
  await tell(now)
  await tell(now - DAY_MS)
  expect(await triedAt(listed)).toBe(now)
  const [hash] = hashesOfNumber(ports.hashKeys, gone.number)
  expect(await one('select last_attempt_at as at from recipient_memory where hash = ?', hash)).toEqual({ at: now })
})

test('rules restored-place, snooze: who paused between two parts of the backup is paused, also where nobody has stopped since', async () => {
  const [number = ''] = await numbers(900, 1)
  await run(`insert into snoozes (number, until, via, created_at) values (?, 9e15, 'page', 1)`, number)
  await beginRestoration({ backup: null, since: Date.now() + HOUR_MS }, 'numbers')
  await restore()
  expect(await all('select suppressed as flag from phone_numbers where number = ?', number)).toEqual([{ flag: 2 }])
})
