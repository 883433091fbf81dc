// Status and tags of every recipient that matches, in steps, and the way back (rule bulk-acts): real Worker, real D1.
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { runAct } from '../../domain/recipients/bulk-acts/run-act.ts'
import { purgeActs, stalledActs } from '../../domain/recipients/bulk-acts/store.ts'
import worker from '../../worker/index.ts'
import { ask } from './support/api.ts'
import {
  ACTIVE,
  act,
  acts,
  admin,
  type Answer,
  begin,
  byStatus,
  counters,
  done,
  nobody,
  people,
  ports,
  press,
  rule,
  stageActs,
  takenBack,
} from './support/bulk-acts.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makePerson } from './support/people.ts'

beforeAll(stageActs)
beforeEach(nobody)

describe('rule bulk-acts: status', () => {
  test('all who match at the press are changed, once, in steps, and whoever comes later is not', async () => {
    await people(1, 4_500)
    await people(10_000, 3, `status = 'nonactive'`)
    const { json } = await begin({ act: 'deactivate', rule: ACTIVE, people: 4_500 })
    await people(20_000, 2)
    expect(await runAct(ports({ until: 0 }), json.act.id)).toBe('more')
    expect((await acts())[0]).toMatchObject({ status: 'running', changed: 2_000, matched: 2_000 })
    // two runs at once: the step of one is the other's, too, and counts once
    const both = await Promise.all([runAct(ports(), json.act.id), runAct(ports(), json.act.id)])
    expect(both).toContain('ended')
    expect((await acts())[0]).toMatchObject({ status: 'done', changed: 4_500, matched: 4_500, progress: 100 })
    expect(await byStatus()).toEqual([
      { status: 'active', n: 2 },
      { status: 'nonactive', n: 4_503 },
    ])
    expect(await counters()).toEqual([
      { name: 'phone.total', value: 4_505 },
      { name: 'phone.unblasted', value: 2 },
    ])
    const bytes = await one<{ n: number }>('select sum(length(ids)) as n from bulk_moves')
    expect(bytes.n / 4_500).toBeLessThan(3)
  })
  test('is taken back for a day, of those whom nobody changed since', async () => {
    await people(1, 2_500)
    await people(9_000, 1, `status = 'nonactive'`)
    const id = await done({ act: 'deactivate', rule: ACTIVE, people: 2_500 })
    expect((await acts())[0]?.undo_until).not.toBeNull()
    // by hand, and back: it is their edit that stands
    for (const status of ['active', 'nonactive'])
      expect((await ask('PUT', '/admin/phonenumber/7', { token: admin.token, body: { status } })).status).toBe(200)
    await run('update phone_numbers set suppressed = 1 where id = 8')
    await run('update phone_numbers set consent_at = null, consent_source = null where id = 9')
    await takenBack(id)
    expect(await all(`select id from phone_numbers where status = 'nonactive' order by id`)).toEqual(
      [7, 8, 9, 9_000].map((one_) => ({ id: one_ })),
    )
    expect((await acts())[0]).toMatchObject({ status: 'undone', changed: 2_500, undone: 2_497, undo_until: null })
    expect(await all('select 1 from bulk_moves')).toEqual([])
    const again = await press(id, 'undo')
    expect([again.status, again.json.reason]).toEqual([409, 'bulk_over'])
    expect(await counters()).toEqual([
      { name: 'phone.total', value: 2_501 },
      { name: 'phone.unblasted', value: 2_497 },
    ])
  })
  test('an edit of before the step does not keep it from being taken back', async () => {
    await people(1, 1)
    await ask('PUT', '/admin/phonenumber/1', { token: admin.token, body: { name: 'Nama lain' } })
    const id = await done({ act: 'deactivate', rule: ACTIVE, people: 1 })
    await takenBack(id)
    expect(await byStatus()).toEqual([{ status: 'active', n: 1 }])
  })
  test('nobody is activated who has not agreed, or has stopped', async () => {
    await people(1, 4, `status = 'nonactive'`)
    await run('update phone_numbers set consent_at = null, consent_source = null where id = 1')
    await run('update phone_numbers set suppressed = 1 where id = 2')
    await run('update phone_numbers set suppressed = 3 where id = 3')
    const id = await done({ act: 'activate', rule: rule(), people: 4 })
    expect(await all(`select id from phone_numbers where status = 'active'`)).toEqual([{ id: 3 }, { id: 4 }])
    expect((await acts())[0]).toMatchObject({ matched: 4, changed: 2 })
    await takenBack(id)
    expect(await byStatus()).toEqual([{ status: 'nonactive', n: 4 }])
  })
  test('whoever holds a number lets go of it', async () => {
    await people(1, 2, `in_use = 1, in_use_by = 'holder'`)
    const dropped: string[] = []
    const { json } = await begin({ act: 'deactivate', rule: ACTIVE, people: 2 })
    await runAct(ports({ dropNumber: async (_, number) => void dropped.push(number) }), json.act.id)
    expect(dropped.toSorted()).toEqual(['6281510000001', '6281510000002'])
  })
  test('no more are changed than were confirmed, and a rule that nobody meets changes nobody', async () => {
    await people(1, 10)
    await done({ act: 'deactivate', rule: ACTIVE, people: 4 })
    expect((await byStatus())[0]).toEqual({ status: 'active', n: 6 })
    await done({ act: 'deactivate', rule: rule({ is: 'stopped' }), people: 5 })
    expect((await acts())[0]).toMatchObject({ status: 'done', matched: 0, changed: 0, undo_until: null })
    expect((await begin({ act: 'deactivate', rule: ACTIVE, people: 0 })).status).toBe(422)
  })
  test('the last one goes back first, and not after a day', async () => {
    await people(1, 3)
    const first = await done({ act: 'deactivate', rule: ACTIVE, people: 3 })
    const second = await done({ act: 'activate', rule: rule(), people: 3 })
    expect((await press(first, 'undo')).json.reason).toBe('bulk_later')
    await takenBack(second)
    await run('update bulk_acts set undo_until = ? where id = ?', Date.now() - 1, first)
    expect((await press(first, 'undo')).json.reason).toBe('bulk_over')
    await run('update bulk_acts set undo_until = ? where id = ?', Date.now() + HOUR_MS, first)
    await takenBack(first)
    expect(await byStatus()).toEqual([{ status: 'active', n: 3 }])
  })
})

describe('rule bulk-acts: while one runs', () => {
  test('no other begins, whoever asks; stopped, its part stays and can be taken back', async () => {
    await people(1, 4_100)
    const { json } = await begin({ act: 'deactivate', rule: ACTIVE, people: 4_100 })
    const second = await makePerson('admin')
    const refused = await ask<Answer>('POST', '/admin/bulk', {
      token: second.token,
      body: { act: 'delete', rule: rule(), people: 4_100 },
    })
    expect([refused.status, refused.json.reason]).toEqual([409, 'bulk_runs'])
    expect(refused.json.msg).toContain('masih berjalan')
    await runAct(ports({ until: 0 }), json.act.id)
    expect((await press(json.act.id, 'cancel')).status).toBe(200)
    expect(await runAct(ports(), json.act.id)).toBe('ended')
    expect((await acts())[0]).toMatchObject({ status: 'cancelled', changed: 2_000 })
    await takenBack(json.act.id)
    expect(await byStatus()).toEqual([{ status: 'active', n: 4_100 }])
    expect(
      (await all(`select action from audit_log where action like 'bulk.%' order by id desc limit 3`)).map(
        (row) => row.action,
      ),
    ).toEqual(['bulk.undo', 'bulk.cancel', 'bulk.begin'])
  })
  test('a lost queue message is sent again by the cron, and the queue carries it out', async () => {
    await people(1, 3)
    const { json } = await begin({ act: 'deactivate', rule: ACTIVE, people: 3 })
    const was = await act(json.act.id)
    const batch = createMessageBatch('wa-blaster-imports', [
      { id: 'm', timestamp: new Date(), attempts: 1, body: { jobId: json.act.id, of: 'bulk' } },
    ])
    const context = createExecutionContext()
    await worker.queue(batch, bound)
    expect((await getQueueResult(batch, context)).explicitAcks).toEqual(['m'])
    // the filter may name somebody
    expect(await act(json.act.id)).toMatchObject({ status: 'done', changed: 3, rule: '' })
    await run(`update bulk_acts set status = 'running', cursor = 0, matched = 0, rule = ?, updated_at = 1`, was.rule)
    await cron(1)
    await expect.poll(async () => (await act(json.act.id)).status, { timeout: 20_000 }).toBe('done')
    // which ones the cron finds: under another name no message of the press reaches it
    await run(`update bulk_acts set id = 'lost'`)
    for (const [status, found] of [
      ['running', [{ id: 'lost' }]],
      ['undoing', [{ id: 'lost' }]],
      ['done', []],
    ] as const) {
      await run('update bulk_acts set status = ?, updated_at = 1', status)
      expect(await stalledActs(db, 2)).toEqual(found)
    }
  })
  test('ended ones go after a week, with whom they changed', async () => {
    await people(1, 3)
    const id = await done({ act: 'deactivate', rule: ACTIVE, people: 3 })
    await run('update bulk_acts set updated_at = ? where id = ?', Date.now() - 8 * DAY_MS, id)
    await run(`delete from cron_ends where round = 'hour'`)
    await cron(0)
    expect([await acts(), await all('select 1 from bulk_moves')]).toEqual([[], []])
    // one that nobody has woken since has not ended
    await begin({ act: 'activate', rule: rule({ is: 'consent' }), people: 3 })
    await run(`update bulk_acts set id = 'lost', status = 'running', updated_at = 1`)
    await purgeActs(db, 2)
    expect(await acts()).toHaveLength(1)
  })
})

describe('rule bulk-acts: tags', () => {
  const tagged = (id: number) => all<{ number_id: number }>('select number_id from phone_tags where tag_id = ?', id)
  const newTag = async () =>
    (await ask<{ tag: { id: number } }>('POST', '/admin/tag/create', { token: admin.token, body: { name: 'Solo' } }))
      .json.tag.id
  test('are given and taken, and go back where nobody gave or took them since', async () => {
    await people(1, 5)
    const tag = await newTag()
    const give = (ids: number[], on: boolean) =>
      ask('POST', '/admin/tag/people', { token: admin.token, body: { tag, ids, on } })
    await give([1], true)
    const id = await done({ act: 'tag', tag, rule: ACTIVE, people: 5 })
    expect(await act(id)).toMatchObject({ matched: 5, changed: 4 })
    expect((await one<{ people: number }>('select people from tags')).people).toBe(5)
    await give([3], false)
    await give([3], true)
    await takenBack(id)
    expect(await tagged(tag)).toEqual([{ number_id: 1 }, { number_id: 3 }])
    const off = await done({ act: 'untag', tag, rule: ACTIVE, people: 5 })
    expect(await tagged(tag)).toEqual([])
    await takenBack(off)
    expect(await tagged(tag)).toEqual([{ number_id: 1 }, { number_id: 3 }])
    expect((await one<{ people: number }>('select people from tags')).people).toBe(2)
  })
  test('of a deleted tag nothing begins, goes on or goes back', async () => {
    await people(1, 2)
    const tag = await newTag()
    const id = await done({ act: 'tag', tag, rule: ACTIVE, people: 2 })
    const { json } = await begin({
      act: 'deactivate',
      rule: rule({ join: 'and', not: true, of: [{ is: 'tag', tag: 99 }] }),
      people: 2,
    })
    expect(json.act).toBeUndefined()
    const running = await begin({ act: 'deactivate', rule: rule({ is: 'tag', tag }), people: 2 })
    await ask('DELETE', `/admin/tag/${tag}`, { token: admin.token })
    expect(await runAct(ports(), running.json.act.id)).toBe('ended')
    expect(await act(running.json.act.id)).toMatchObject({ status: 'cancelled', changed: 0 })
    expect((await press(id, 'undo')).json.reason).toBe('bulk_over')
    expect((await begin({ act: 'tag', tag, rule: ACTIVE, people: 2 })).status).toBe(404)
  })
})
