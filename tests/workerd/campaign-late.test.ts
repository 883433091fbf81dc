// An outcome that comes after the people of its campaign went to files (rules late-ack, campaign-report): real Worker, D1 and R2.
import { expect, test } from 'vitest'
import { CAMPAIGN_ROWS_DAYS } from '../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { PERSON_STATES } from '../../contract/sending/reports.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { findInCampaigns } from '../../domain/sending/campaigns/find-person.ts'
import { fileEnded } from '../../domain/sending/campaigns/report-store.ts'
import { unknownInCampaigns } from '../../domain/sending/campaigns/settle-store.ts'
import { arrived, stageCampaigns } from './support/campaigns.ts'
import { bound, db, one, run } from './support/database.ts'
import { deliver, numbers } from './support/stage.ts'

const { launched, move, admin } = stageCampaigns('campaign-late')
const bucket = bound.MEDIA

test('rules late-ack, campaign-report: it moves the outcomes, counts nobody again and brings nobody back', async () => {
  const list = await numbers(3_100_000, 3)
  const id = await launched({ segment_id: '' })
  await run('update campaign_people set state = ?, at = 5', PERSON_STATES.indexOf('unknown'))
  await run('update campaigns set unknown = people, claimed = people, settled = people where id = ?', id)
  await move('cancel', id)
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - (CAMPAIGN_ROWS_DAYS + 1) * DAY_MS, id)
  const file = () => fileEnded(db, { bucket, now: Date.now(), hasTime: () => true })
  const counts = () =>
    one<{ people: number; success: number; unknown: number }>(
      'select people, claimed, settled, success, unknown from campaigns where id = ?',
      id,
    )
  const before = await counts()
  await file()

  const { id: numberId } = await one<{ id: number }>('select id from phone_numbers where number = ?', list[1])
  await deliver([
    {
      accountId: 'acc-filed',
      sequence: 1,
      userId: admin().id,
      results: [arrived(id, numberId, 'unknown')],
      reversals: [],
    },
  ])
  expect(await counts()).toEqual({ ...before, success: 1, unknown: before.unknown - 1 })
  await file()
  const { objects } = await bucket.list({ prefix: `campaigns/${id}/` })
  expect(objects).toHaveLength(1)
  // who stands behind them in the file is found still
  const asked = { number: list[2] ?? '', after: id - 1, limit: 1, now: Date.now(), mayRead: () => true }
  expect((await findInCampaigns({ db, bucket }, asked)).found).toMatchObject([{ id, state: 'unknown' }])
})

test('rule campaign-report: who is held still when the rows go to files is settled then, and their outcome counts them no more', async () => {
  await run(`update phone_numbers set status = 'nonactive'`)
  const [held] = await numbers(3_300_000, 1)
  const id = await launched({ segment_id: '' })
  const { id: numberId } = await one<{ id: number }>('select id from phone_numbers where number = ?', held)
  await run('update campaign_people set state = 1 where campaign_id = ? and number_id = ?', id, numberId)
  await run('update campaigns set claimed = 1 where id = ?', id)
  await move('cancel', id)
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - (CAMPAIGN_ROWS_DAYS + 1) * DAY_MS, id)
  const counts = () => one('select people, claimed, settled, success, unknown from campaigns where id = ?', id)
  expect(await counts()).toEqual({ people: 1, claimed: 1, settled: 0, success: 0, unknown: 0 })
  await fileEnded(db, { bucket, now: Date.now(), hasTime: () => true })
  expect(await counts()).toEqual({ people: 1, claimed: 1, settled: 1, success: 0, unknown: 0 })
  const asked = { number: held ?? '', after: id - 1, limit: 1, now: Date.now(), mayRead: () => true }
  expect((await findInCampaigns({ db, bucket }, asked)).found).toMatchObject([{ id, state: 'unknown' }])

  // the account that held them is lost, or tells what became of them after all
  await runBatch(db, unknownInCampaigns(db, 'acc-held', [{ campaign: id, id: numberId }], Date.now()))
  expect(await counts()).toEqual({ people: 1, claimed: 1, settled: 1, success: 0, unknown: 0 })
  await deliver([
    { accountId: 'acc-held', sequence: 1, userId: admin().id, results: [arrived(id, numberId)], reversals: [] },
  ])
  expect(await counts()).toEqual({ people: 1, claimed: 1, settled: 1, success: 1, unknown: 0 })
})
