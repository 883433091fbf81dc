// Whom living accounts wrote to after the backup, and whose rows it does not have: they rest all the same, however they come back.
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { backUp, beginRestoration, loseDatabase, restore, sender } from './support/backups.ts'
import { all, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, inside, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('tried')
beforeAll(async () => {
  await stage()
  await runner.join()
  await makePerson('admin')
})
const CAMPAIGN = 77
const placeOf = (number: string) =>
  all('select q.state from campaign_people q join phone_numbers p on p.id = q.number_id where p.number = ?', number)
const triedAt = async (number: string): Promise<number> =>
  (await one<{ at: number }>('select last_attempt_at as at from phone_numbers where number = ?', number)).at

test('rule restored-place: whom a living account wrote to since rests, under whatever row they come back', async () => {
  const account = await sender(runner, 'tried', 100, 1)
  const [remade = ''] = await numbers(200, 1)
  await run(
    `insert into campaigns (id, name, state, segment_id, rolling, days, from_min, until_min, priority, people, launched_at, created_by, created_at)
     values (?, 'Bergulir', 'running', '', 1, 254, 0, 1440, 5, 0, ?, 'x', 1)`,
    CAMPAIGN,
    Date.now() - DAY_MS,
  )
  const backup = await backUp()

  // since the backup: one row was made anew, another was added, and both got a message
  await run(`update phone_numbers set status = 'nonactive'`)
  await run('delete from phone_numbers where number = ?', remade)
  await numbers(200, 1)
  const [added = ''] = await numbers(300, 1)
  await account.object.start()
  const began = Date.now()
  for (let i = 1; i <= 2; i++) {
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
  ).toEqual([remade, added])

  await loseDatabase()
  await beginRestoration({ backup, since: backup.cutAt })
  await restore(50)
  expect(await triedAt(remade)).toBeGreaterThanOrEqual(began)
  // what it wrote to them for is not known: they are none of whom the campaign still sends to
  expect(await placeOf(remade)).toEqual([{ state: 5 }])
  expect(await all('select 1 from phone_numbers where number = ?', added)).toEqual([])
  // no sign-in comes back
  const admin = await makePerson('admin')
  const again = { number: added, name: 'Baru', consent_source: 'Formulir' }
  expect((await ask('POST', '/admin/phonenumber/save', { token: admin.token, body: again })).status).toBe(200)
  expect(await triedAt(added)).toBeGreaterThanOrEqual(began)
  expect(await placeOf(added)).toEqual([{ state: 5 }])
  expect(await one('select people, dropped from campaigns where id = ?', CAMPAIGN)).toEqual({ people: 2, dropped: 2 })
  await makeLender('next')
  await run(`update phone_numbers set status = 'active'`)
  const claimed = await claimNumbers(db, {
    accountId: 'other',
    userId: 'next',
    want: 100,
    now: Date.now(),
    runStartedAt: Date.now(),
    count: false,
    claim: 1,
  })
  expect(claimed.numbers.map(({ number }) => number)).not.toEqual(expect.arrayContaining([remade]))
  expect(claimed.numbers.map(({ number }) => number)).not.toEqual(expect.arrayContaining([added]))
})
