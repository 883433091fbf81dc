// What became of one person in every campaign (rule data-request): by their rows, and by the files of those that ended long ago.
import type { InCampaign } from './people-store.ts'
import { peopleOf, placeOf, placesAfter } from './people-store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { CAMPAIGN_FILED_DAYS, CAMPAIGN_ROWS_DAYS } from '../../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { reportAfter } from './report-files.ts'

type Found = {
  found: InCampaign[]
  /** Names of campaigns whose files could not be read. */
  silent: string[]
  /** The campaign after which the next call begins; null: these were the last. */
  last: number | null
}
/** Whether its people may stand in files, which are kept for a time of their own. */
const isFiled = (endedAt: number | null, now: number): boolean =>
  endedAt !== null && endedAt < now - CAMPAIGN_ROWS_DAYS * DAY_MS && endedAt > now - (CAMPAIGN_FILED_DAYS + 1) * DAY_MS
/** @param mayRead asked before each campaign whose rows are in files */
export const findInCampaigns = async (
  { db, bucket }: { db: Db; bucket: R2Bucket },
  { mayRead, now, ...asked }: { number: string; after: number; limit: number; now: number; mayRead: () => boolean },
): Promise<Found> => {
  const places = await placesAfter(db, asked)
  const [found, silent]: [InCampaign[], string[]] = [[], []]
  for (const place of places) {
    const { campaign_id: id, name, person } = place
    if (place.state !== null) {
      found.push({ id, name, template_name: place.template_name, ...placeOf(place) })
      continue
    }
    if (!isFiled(place.ended_at, now)) continue
    if (!mayRead()) return { found, silent, last: id - 1 }
    try {
      const [filed] = await reportAfter(bucket, id, person - 1)
      if (filed?.number_id !== person) continue
      for (const { state, at, template_name, came } of await peopleOf(db, id, [filed]))
        found.push({ id, name, state, at, template_name, came })
    } catch {
      silent.push(name)
    }
  }
  return { found, silent, last: places.length < asked.limit ? null : (places.at(-1)?.campaign_id ?? null) }
}
