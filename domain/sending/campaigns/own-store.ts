// What a member's own accounts are given of campaigns at present (rule own-campaigns): which ones, their words and what each message earns.
import { sql } from 'drizzle-orm'
import { clockOf, OWN_CAMPAIGNS_MAX, type OwnCampaign } from '../../../contract/sending/campaigns.ts'
import { rupiahToSen, senToRupiah, type Rupiah, type Sen } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { fieldsIn } from '../../../contract/sending/message-text.ts'
import type { Db } from '../../ground/db/connection.ts'
import { feeOf } from '../../people/levels/price-rules.ts'
import { FALLBACKS } from '../../recipients/fields/store.ts'
import { mediaAddress } from '../templates/present.ts'
import { type StoredTemplate, templateJson } from '../templates/blast-template-store.ts'
import { templatesOf } from './claim-store.ts'
import { daysOf } from './rules.ts'
import { paysFor } from './spend-store.ts'

/** What the member earns with a message anyway. */
type Fees = { own: Rupiah | null; level: Rupiah | null; setting: string | null }
const anyway = ({ setting, ...fees }: Fees): Rupiah =>
  feeOf({ ...fees, setting: Number(setting ?? DEFAULT_SETTINGS.price) })
type Stored = Fees & {
  id: number
  name: string
  price_sen: Sen | null
  days: number
  from_min: number
  until_min: number
  zone_field: string | null
  end_at: number | null
  templates: string
  fallbacks: string
}
export const campaignsOfMember = async (db: Db, userId: string, now: number): Promise<OwnCampaign[]> => {
  const theirs = templatesOf(sql`c.id`, sql`${userId}`)
  const rows = await db.all<Stored>(sql`
    select
      u.blast_fee as own, l.blast_fee as level, (select value from settings where key = 'price') as setting, c.id, c.name, c.price_sen, c.days, c.from_min, c.until_min, c.zone_field, c.end_at,
      (select json_group_array(${templateJson()}) from (select t.* from ${theirs} order by x.variant) t) as templates,
      ${FALLBACKS} as fallbacks
    from campaigns c
    join users u on u.id = ${userId}
    left join levels l on l.id = u.level_id
    where c.state = 'running'
      and coalesce(c.start_at, 0) <= ${now}
      and coalesce(c.end_at, ${now + 1}) > ${now}
      and c.people - c.settled - c.dropped - c.gone > 0
      and (c.budget is null or c.settled < c.budget)
      and ${paysFor(userId)}
      and exists (select 1 from ${theirs})
    order by c.priority desc, c.pass, c.id
    limit ${OWN_CAMPAIGNS_MAX}
  `)
  return rows.map((row) => {
    const templates = JSON.parse(row.templates) as StoredTemplate[]
    const fallbacks = JSON.parse(row.fallbacks) as Record<string, string>
    const asked = templates.flatMap(({ textWa }) => fieldsIn(textWa, Object.keys(fallbacks)))
    return {
      id: row.id,
      name: row.name,
      price: senToRupiah(Math.max(rupiahToSen(anyway(row)), row.price_sen ?? 0)),
      from: clockOf(row.from_min),
      until: clockOf(row.until_min),
      zone_field: row.zone_field,
      days: daysOf(row.days),
      end_at: row.end_at === null ? null : new Date(row.end_at).toISOString(),
      templates: templates.map(({ id, textWa, button, key }) => ({
        id,
        text_wa: textWa,
        button,
        media: mediaAddress(key),
      })),
      fallbacks: Object.fromEntries(asked.map((key) => [key, fallbacks[key] ?? ''])),
    }
  })
}
