// What became of a campaign's messages after they were sent: delivered, read, answered, stopped (rule campaign-reach). Real Worker, D1 and object.
import { expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { blastSends } from './support/blasting.ts'
import { finish, settledAll, stageCampaigns } from './support/campaigns.ts'
import { all, db, run } from './support/database.ts'
import { acked, inside, numbers, portsOf, wakeWith } from './support/stage.ts'

const { as, launched, campaign, account } = stageCampaigns('campaign-reach')
type Came = { hours: Record<string, number>[]; stops: { stopped: number; disputed: number } | null }

test('rule campaign-reach: receipts, answers and stops are counted once each, and told within a quarter of an hour', async () => {
  const list = await numbers(0, 3)
  const id = await launched()
  await run(`update templates set status = 'nonactive' where id = 't1'`)
  const sender = await account()
  const { object, socket } = sender
  await object.start()
  for (let i = 0; i < list.length; i++) {
    await until(`send ${i}`, () => blastSends(socket)[i])
    socket.say({ ...acked(socket, i), lid: `700${i}` })
  }
  await object.stop()
  await finish(sender)
  await settledAll(id)
  const receipt = (i: number, type: 'delivered' | 'read') =>
    socket.say({
      kind: 'receipts',
      items: [{ messageId: blastSends(socket)[i]?.messageId ?? '', type, at: Date.now() }],
    })
  receipt(0, 'delivered')
  receipt(0, 'read')
  receipt(0, 'read')
  receipt(1, 'delivered')
  receipt(1, 'delivered')
  // read, and its delivery was never told
  receipt(2, 'read')
  const number = blastSends(socket)[0]?.number ?? ''
  const says = (text: string) =>
    socket.say({ kind: 'inbound', items: [{ id: text, number, lid: '7000', text, means: null, at: Date.now() }] })
  says('Terima kasih')
  says('Masih ada?')
  await until('all are counted', () =>
    inside(object, ({ sql }) => {
      const [row] = sql.exec<{ c: string | null }>(`select value -> '$.reached.counts' as c from document`).toArray()
      const counts = JSON.parse(row?.c ?? '[]') as Record<string, number>[]
      return counts[0]?.['read'] === 2 && counts[0]['answered'] === 1
    }),
  )
  expect(await campaign(id)).toMatchObject({ delivered: 0, read: 0, answered: 0 })
  const was = await inside(object, ({ sql }) =>
    sql
      .exec<{ counts: string; people: string }>(
        `select value -> '$.reached.counts' as counts, value -> '$.came.people' as people from document`,
      )
      .one(),
  )
  const since = Date.now() - 15 * 60_000
  await wakeWith(object, {
    reached: { since, counts: JSON.parse(was.counts) as unknown },
    came: { since, people: JSON.parse(was.people) as unknown },
    timers: { flush: Date.now() },
  })
  await inside(object, ({ alarm }) => alarm())
  await until('it is told', async () => (await campaign(id)).delivered > 0)
  expect(await campaign(id)).toMatchObject({ success: 3, delivered: 3, read: 2, answered: 1 })
  const people = await all<{ number: string; came: number }>(
    `select p.number, q.came from campaign_people q join phone_numbers p on p.id = q.number_id where q.campaign_id = ?`,
    id,
  )
  const cameTo = (i: number) => people.find(({ number: whose }) => whose === blastSends(socket)[i]?.number)?.came
  expect([cameTo(0), cameTo(1), cameTo(2)]).toEqual([7, 1, 3])
  const stop = (i: number, via: 'page' | 'dispute') =>
    suppress(portsOf(db), { number: list[i] ?? '', lid: null, via, by: null, reason: null }, Date.now())
  await stop(0, 'page')
  await stop(1, 'dispute')
  const { hours, stops } = (await as<Came>('GET', `/admin/campaign/hours?id=${id}`)).json
  expect(hours).toMatchObject([{ template_id: 'promo', success: 3, delivered: 3, read: 2, answered: 1 }])
  expect(stops).toEqual({ stopped: 2, disputed: 1 })
  // long after its end nobody knows who got it
  await run('delete from campaign_people')
  expect((await as<Came>('GET', `/admin/campaign/hours?id=${id}`)).json.stops).toBeNull()
})
