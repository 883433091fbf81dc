// Who had no turn before their campaign ended is called unsent wherever somebody reads it: real Worker, D1 and R2.
import { expect, test } from 'vitest'
import { CAMPAIGN_ROWS_DAYS } from '../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { campaignsOfNumber } from '../../domain/sending/campaigns/people-store.ts'
import { fileEnded } from '../../domain/sending/campaigns/report-store.ts'
import { call } from './support/api.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { bound, db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, launched, move, admin } = stageCampaigns('campaign-unsent')

test('rule campaign-report: nobody waits in a campaign that has ended: list, filter, file and recipient say unsent', async () => {
  const [got = '', left = ''] = await numbers(3_200_000, 2)
  const id = await launched({ segment_id: '' })
  const { id: person } = await one<{ id: number }>('select id from phone_numbers where number = ?', left)
  await run('update campaign_people set state = iif(number_id = ?, 0, 2), at = 5 where campaign_id = ?', person, id)
  /** Whom the list has, and the lines of the file. */
  const said = async (more = '') => {
    type List = { data: { number: string; state: string; at: string | null }[] }
    const { json } = await as<List>('GET', `/admin/campaign/people?id=${id}&page=1${more}`)
    const csv = await call('GET', `/admin/campaign/export?id=${id}&format=csv${more}`, { token: admin().token })
    const lines = (await csv.text()).trim().split('\n').slice(1)
    return {
      list: json.data.map(({ number, state, at }) => [number, state, at !== null]),
      file: lines.map((line) => line.split(',')).map(([number, , state, at]) => [number, state, at !== '']),
    }
  }
  const both = (...people: unknown[][]) => ({ list: people, file: people })
  const [sent, waits, unsent] = [
    [got, 'success', true],
    [left, 'waiting', true],
    [left, 'unsent', false],
  ]
  expect(await said()).toEqual(both(sent, waits))
  expect(await said('&state=waiting')).toEqual(both(waits))
  expect(await said('&state=unsent')).toMatchObject({ list: [] })

  await move('cancel', id)
  expect(await said()).toEqual(both(sent, unsent))
  expect(await said('&state=unsent')).toEqual(both(unsent))
  // as a page of the release before asks for them
  expect(await said('&state=waiting')).toEqual(both(unsent))
  expect(await campaignsOfNumber(db, person)).toMatchObject([{ id, state: 'unsent', at: null }])

  await run('update campaigns set ended_at = ? where id = ?', Date.now() - (CAMPAIGN_ROWS_DAYS + 1) * DAY_MS, id)
  await fileEnded(db, { bucket: bound.MEDIA, now: Date.now(), hasTime: () => true })
  expect(await said()).toEqual({ list: [], file: [sent, unsent] })
  expect(await said('&state=unsent')).toEqual({ list: [], file: [unsent] })
})
