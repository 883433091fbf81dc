// What a member's own accounts are given of campaigns at present (rule own-campaigns): which ones, their words and what each message earns.
import { sql } from 'drizzle-orm'
import { clockOf, OWN_CAMPAIGNS_MAX, type OwnCampaign } from '../../../contract/sending/campaigns.ts'
import { rupiahToSen, senToRupiah, type Rupiah, type Sen } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { mediaAddress } from '../templates/present.ts'
import { type StoredTemplate, templateJson } from '../templates/blast-template-store.ts'
import { templatesOf } from './claim-store.ts'
import { daysOf } from './rules.ts'

type Stored = {
  id: number
  name: string
  price_sen: Sen | null
  days: number
  from_min: number
  until_min: number
  end_at: number | null
  templates: string
}
/** @param fee what the member earns with a message anyway */
export const campaignsOfMember = async (
  db: Db,
  { userId, fee, now }: { userId: string; fee: Rupiah; now: number },
): Promise<OwnCampaign[]> => {
  const theirs = templatesOf(sql`c.id`, sql`${userId}`)
  const rows = await db.all<Stored>(sql`
    select
      c.id, c.name, c.price_sen, c.days, c.from_min, c.until_min, c.end_at,
      (select json_group_array(${templateJson()}) from (select t.* from ${theirs} order by x.variant) t) as templates
    from campaigns c
    where c.state = 'running'
      and coalesce(c.start_at, 0) <= ${now}
      and coalesce(c.end_at, ${now + 1}) > ${now}
      and c.people - c.settled - c.dropped - c.gone > 0
      and (c.budget is null or c.settled < c.budget)
      and exists (select 1 from ${theirs})
    order by c.priority desc, c.pass, c.id
    limit ${OWN_CAMPAIGNS_MAX}
  `)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    price: senToRupiah(Math.max(rupiahToSen(fee), row.price_sen ?? 0)),
    from: clockOf(row.from_min),
    until: clockOf(row.until_min),
    days: daysOf(row.days),
    end_at: row.end_at === null ? null : new Date(row.end_at).toISOString(),
    templates: (JSON.parse(row.templates) as StoredTemplate[]).map(({ id, textWa, button, topic, key }) => ({
      id,
      text_wa: textWa,
      button,
      topic: topic ?? null,
      media: mediaAddress(key),
    })),
  }))
}
