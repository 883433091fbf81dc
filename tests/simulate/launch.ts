// A campaign as an admin makes and launches it, without the network between.
import { type CampaignBody, WEEKDAYS, WHOLE_DAY } from '../../contract/sending/campaigns.ts'
import { type Db, runBatch } from '../../domain/ground/db/connection.ts'
import { continueLaunch } from '../../domain/sending/campaigns/launch-store.ts'
import { beginLaunch, freeCampaignId, insertCampaign } from '../../domain/sending/campaigns/store.ts'

/** rule: JSON of whom it is for; absent: everybody. */
type Launch = { by: string; now: number; rule?: string }
/** @returns its id */
export const launchCampaign = async (
  db: Db,
  values: Pick<CampaignBody, 'templates'> & Partial<CampaignBody>,
  { by, now, rule }: Launch,
): Promise<number> => {
  const id = await freeCampaignId(db, now)
  const body: CampaignBody = {
    name: `Kampanye ${id}`,
    segment_id: '',
    audience: 'frozen',
    start_at: '',
    end_at: '',
    days: [...WEEKDAYS],
    ...WHOLE_DAY,
    zone_field: null,
    budget: null,
    budget_rupiah: null,
    pace: 'fast',
    price: null,
    priority: 5,
    ...values,
  }
  const segmentName = rule === undefined ? null : 'Segmen'
  await runBatch(db, insertCampaign(db, id, body, { by, copiedFrom: null, now }))
  await runBatch(db, beginLaunch(db, id, { segmentName, rule: rule ?? null, by, now }))
  await continueLaunch(db, id, now, () => true)
  return id
}
