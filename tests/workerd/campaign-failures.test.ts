// Why the messages of a campaign failed (rule campaign-failures). Real Worker, D1 and object.
import { expect, test } from 'vitest'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { campaignStatements } from '../../domain/sending/campaigns/settle-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { blastSends } from './support/blasting.ts'
import { settledAll, stageCampaigns } from './support/campaigns.ts'
import { db, run } from './support/database.ts'
import { age } from './support/document.ts'
import { acked, numbers } from './support/stage.ts'

const { create, launched, campaign, account } = stageCampaigns('campaign-failures')
const told = async (id: number) => {
  const { success, fail, unknown, failures } = await campaign(id)
  return { success, fail, unknown, failures }
}

test('rule campaign-failures: each failed message counts under its reason, until it turns out to have arrived', async () => {
  await numbers(0, 5)
  const id = await launched()
  await run(`update templates set status = 'nonactive' where id = 't1'`)
  const { object, socket } = await account()
  await object.start()
  const sent = (i: number) => until(`send ${i}`, () => blastSends(socket)[i])
  const answers = [
    () => ({ ...acked(socket, 0), outcome: 'not_registered' as const }),
    () => ({ ...acked(socket, 1), outcome: 'rejected' as const, error: 500 }),
    () => ({ ...acked(socket, 2), outcome: 'rejected' as const, error: 500 }),
    () => acked(socket, 3),
  ]
  for (const [i, answer] of answers.entries()) {
    await sent(i)
    socket.say(answer())
  }
  await sent(4)
  await object.stop()
  await age(object, 61_000, 'ack')
  await age(object, 600_000, 'unknown')
  await until('all are known', async () => (await campaign(id)).fail === 4)
  await settledAll(id)
  expect(await told(id)).toEqual({
    success: 1,
    fail: 4,
    unknown: 0,
    failures: { not_registered: 1, rejected: 2, unanswered: 1 },
  })

  const arrived = (i: number) => {
    const messageId = blastSends(socket)[i]?.messageId ?? ''
    socket.say({ kind: 'receipts', items: [{ messageId, type: 'delivered', at: Date.now() }] })
  }
  arrived(0)
  arrived(1)
  arrived(4)
  await until('three had arrived after all', async () => (await campaign(id)).success === 4)
  expect(await told(id)).toEqual({ success: 4, fail: 1, unknown: 0, failures: { rejected: 1 } })
})

test('who failed before reasons were counted has none, and takes none away from others', async () => {
  await numbers(0, 2)
  const id = await launched()
  await run(`update templates set status = 'nonactive' where id = 't1'`)
  const { object, socket } = await account()
  await object.start()
  await until('the first', () => blastSends(socket)[0])
  socket.say({ ...acked(socket, 0), outcome: 'rejected', error: 500 })
  await until('the second', () => blastSends(socket)[1])
  await object.stop()
  socket.say({ ...acked(socket, 1), outcome: 'not_registered' })
  await settledAll(id)
  await until('both failed', async () => (await campaign(id)).fail === 2)
  await run(`update campaigns set failures = '{"not_registered":1}'`)
  const messageId = blastSends(socket)[0]?.messageId ?? ''
  socket.say({ kind: 'receipts', items: [{ messageId, type: 'delivered', at: Date.now() }] })
  await until('the first had arrived after all', async () => (await campaign(id)).success === 1)
  expect(await told(id)).toEqual({ success: 1, fail: 1, unknown: 0, failures: { not_registered: 1 } })
})

test('one settlement of two campaigns tells each its own reasons', async () => {
  const [one, two] = [await create(), await create()]
  await run(`update campaigns set state = 'running'`)
  const failed = (campaign: number, reason: string) => ({
    campaign,
    reason,
    numberId: 0,
    templateId: 'promo',
    attemptedAt: 1,
    from: 'none',
    to: 'fail',
    priceSen: 0,
  })
  const results = [failed(one, 'rejected'), failed(two, 'content'), failed(two, 'content')]
  await runBatch(db, campaignStatements(db, [{ results }] as never, Date.now()))
  expect((await campaign(one)).failures).toEqual({ rejected: 1 })
  expect((await campaign(two)).failures).toEqual({ content: 2 })
})
