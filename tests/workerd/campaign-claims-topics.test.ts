// Who is due and refuses what a member sends keeps nobody else from that member's accounts (rule campaign-claim). Real D1.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { until } from '../../scripts/drive/until.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/sending/blast/store.ts'
import { claimedBy, claimRequest, finish, ownerOf, sentBy, stageCampaigns } from './support/campaigns.ts'
import { db, one, run } from './support/database.ts'
import { inside, numbers, wakeWith } from './support/stage.ts'

const { launched, someone, account } = stageCampaigns('campaign-claims-topics')
const BOTH = {
  templates: [
    { id: 'promo', weight: 1 },
    { id: 'other', weight: 1 },
  ],
}
beforeAll(async () => {
  await run(`update templates set topic = 'Promo' where id = 'promo'`)
  await run(`update templates set topic = 'Lain' where id = 'other'`)
})
beforeEach(async () => {
  await run('delete from topic_refusals')
  // campaigns alone have people for these accounts
  await run('update templates set only_campaigns = 1')
})
afterAll(() => run('delete from topic_refusals'))
/** Their accounts send *Lain* alone. */
const choosy = async (): Promise<string> => {
  const who = await someone()
  await run(`update users set refused_topics = '["Promo"]' where id = ?`, who)
  return who
}
const refuse = (of: readonly string[]) =>
  run(`insert into topic_refusals (number, topic, at) select value, 'Lain', 1 from json_each(?)`, JSON.stringify(of))
/** Campaigns and how many of each, of so many claims. */
const claims = async (who: string, times: number, from = 1): Promise<Record<string, number>> => {
  const got: Record<string, number> = {}
  const passOver: number[] = []
  for (let claim = from; claim < from + times; claim++) {
    const answer = await claimNumbers(db, { ...claimRequest('acc-choosy', who, claim, 5), passOver })
    if (answer.passOver !== null) passOver.push(answer.passOver)
    for (const { campaign } of answer.numbers) if (campaign !== undefined) got[campaign] = (got[campaign] ?? 0) + 1
  }
  return got
}

describe('rule campaign-claim: of people who refuse what a member sends', () => {
  test('sixty-four in front keep nobody behind them away', async () => {
    const list = await numbers(0, 70)
    await refuse(list.slice(0, 64))
    const id = await launched(BOTH)
    expect(await claims(await choosy(), 4)).toEqual({ [id]: 6 })
  })
  test('one that is left keeps no other campaign away', async () => {
    const list = await numbers(0, 6)
    await refuse(list.slice(0, 1))
    const first = await launched(BOTH)
    const who = await choosy()
    expect(await claims(who, 1)).toEqual({ [first]: 5 })
    await giveBackNumbers(db, { accountId: 'acc-choosy', upTo: 1, keep: [] })
    await run(
      `update campaign_people set state = 2 where campaign_id = ?1 and number_id in (select id from phone_numbers where number in (select value from json_each(?2)))`,
      first,
      JSON.stringify(list.slice(1)),
    )
    const second = await launched({ ...BOTH, priority: 2 })
    expect(await claims(who, 3, 2)).toEqual({ [second]: 5 })
  })
  test('more than are looked at at once neither, and they stay due for who sends what they take', async () => {
    const list = await numbers(0, 570)
    await refuse(list.slice(0, 565))
    const id = await launched(BOTH)
    expect(await claims(await choosy(), 3)).toEqual({ [id]: 5 })
    const others = await claimedBy('acc-all', await someone(), 1, 5)
    expect(others.map(({ campaign }) => campaign)).toEqual([id, id, id, id, id])
  })
  test('where all of them refuse, it is passed over, and nobody is moved anew for an hour', async () => {
    const list = await numbers(0, 3)
    await refuse(list)
    const id = await launched(BOTH)
    const who = await choosy()
    const now = Date.now()
    const look = async (claim: number, at: number) => {
      const { passOver } = await claimNumbers(db, claimRequest('acc-choosy', who, claim, 5, at))
      return [passOver, (await one<{ at: number }>('select max(at) as at from campaign_people')).at]
    }
    expect(await look(1, now)).toEqual([null, now])
    expect(await look(2, now + 60_000)).toEqual([id, now])
    expect(await look(3, now + HOUR_MS)).toEqual([null, now + HOUR_MS])
  })
  test('an account remembers what it passes over, also while it sleeps', async () => {
    await refuse(await numbers(0, 3))
    await launched(BOTH)
    const others = await numbers(10, 2)
    const second = await launched({ ...BOTH, priority: 2 })
    const sender = await account()
    await run(`update users set refused_topics = '["Promo"]' where id = ?`, await ownerOf(sender))
    await sender.object.start()
    await until('the first send', async () => {
      // the minute until the next claim is over
      await wakeWith(sender.object, { run: { emptyUntil: 1 }, timers: { pump: 1 } })
      await inside(sender.object, ({ alarm }) => alarm())
      return sender.socket.sends()[0]
    })
    expect(others).toContain((await sentBy(sender.object, second))[0])
    await sender.object.stop()
    await finish(sender)
  })
})
