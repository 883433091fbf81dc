// A campaign that was paused or cancelled, whatever its accounts are doing (rule campaign-pause): real Worker, real D1, real objects.
import { describe, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { blastSends } from './support/blasting.ts'
import { finish, places, sentBy, settledAll, stageCampaigns } from './support/campaigns.ts'
import { cron } from './support/cron.ts'
import { all, run } from './support/database.ts'
import { holdNext } from './support/hold-next.ts'
import { acked, numbers } from './support/stage.ts'

const { as, body, move, create, launched, campaign, account, admin } = stageCampaigns('campaign-pause')

test('rule proof-data: a paused campaign goes on with what was launched with a proof: a change of it needs another, a draft’s none', async () => {
  await numbers(0, 1)
  const [draft, paused] = [await create(), await launched()]
  await move('pause', paused)
  const edit = async (id: number) => {
    const { json } = await as<{ reason?: string }>('PUT', `/admin/campaign/${id}`, body({ priority: 3 }))
    return json.reason ?? (await campaign(id)).priority
  }
  await run('update sessions set proved_at = 1 where user_id = ?', admin().id)
  expect([await edit(draft), await edit(paused)]).toEqual([3, 'proof_needed'])
  await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin().id)
  expect(await edit(paused)).toBe(3)
})

describe('rule campaign-pause: a pause', () => {
  test('takes back whom an account holds, the message under way ends, and nobody gets it twice afterwards', async () => {
    const list = await numbers(0, 4)
    const id = await launched()
    await run(`update templates set status = 'nonactive' where id = 't1'`)
    const sender = await account()
    const { object, socket } = sender
    await object.start()
    await until('the first send', () => socket.sends()[0])
    expect(await places(id)).toMatchObject({ claimed: 4, settled: 0 })
    const paused = await move('pause', id)
    expect(paused.json).toMatchObject({ told: 1, missed: 0, campaign: { state: 'paused', held: 1, waiting: 3 } })
    expect(await places(id)).toMatchObject({ claimed: 1 })
    socket.say(acked(socket, 0))
    await settledAll(id)
    expect(await campaign(id)).toMatchObject({ success: 1, waiting: 3 })
    await object.stop()
    await finish(sender)
    await move('resume', id)
    // the standing blast may have written to others meanwhile
    await until('all are free', async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0)
    await run('update phone_numbers set last_attempt_at = 0')
    await run('update campaign_people set at = 0 where state = 0')
    await run(`update templates set status = 'active' where id = 't1'`)
    const other = await account()
    await other.object.start()
    await finish(other)
    await settledAll(id)
    expect([...(await sentBy(object, id)), ...(await sentBy(other.object, id))].toSorted()).toEqual(list)
    expect(await places(id)).toMatchObject({ settled: 4 })
  })

  test.each(['paused', 'cancelled'])('that its Worker did not live to tell is told by the cron: %s', async (state) => {
    await numbers(0, 3)
    const id = await launched()
    const sender = await account(30)
    await sender.object.start()
    await until('the first send', () => sender.socket.sends()[0])
    // the Worker dies between the write and the call
    await run('update campaigns set state = ? where id = ?', state, id)
    expect(await places(id)).toMatchObject({ claimed: 3 })
    await cron()
    expect(await places(id)).toMatchObject({ claimed: 1 })
    await sender.object.stop()
  })

  test('while a claim’s answer is on its way is heard: nobody whom it brings is sent to', async () => {
    await numbers(0, 3)
    const id = await launched()
    await run(`update templates set status = 'nonactive' where id = 't1'`)
    const { object, socket } = await account()
    const held = holdNext((answer) => ((answer as { numbers?: unknown[] } | null)?.numbers?.length ?? 0) > 0)
    await object.start()
    await until('the claim', () => held.done)
    const paused = move('pause', id)
    await until('it is paused', async () => (await campaign(id)).state === 'paused')
    held.letGo()
    expect((await paused).json).toMatchObject({ told: 1, missed: 0 })
    await until('all are free', async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0)
    expect(await places(id)).toMatchObject({ claimed: 0 })
    expect(blastSends(socket)).toEqual([])
    await object.stop()
  })

  test('a cancel takes them back as well', async () => {
    await numbers(0, 3)
    const id = await launched()
    const sender = await account(30)
    await sender.object.start()
    await until('the first send', () => sender.socket.sends()[0])
    expect((await move('cancel', id)).json).toMatchObject({ told: 1, missed: 0, campaign: { held: 1 } })
    await sender.object.stop()
  })

  test('cancelled it never goes on, and paused it cannot be cancelled twice', async () => {
    await numbers(0, 2)
    const id = await launched()
    expect((await move('pause', id)).status).toBe(200)
    expect((await move('pause', id)).status).toBe(422)
    expect((await move('cancel', id)).json.campaign.state).toBe('cancelled')
    for (const what of ['cancel', 'resume', 'launch', 'pause'] as const) expect((await move(what, id)).status).toBe(422)
  })
})
