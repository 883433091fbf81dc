// A campaign beside the one before it (rule campaign-before): of those that its segment asks about, and the one it was copied from, the newest that was
// launched before it.
import { type SQL, sql } from 'drizzle-orm'
import type { CampaignFigures, CampaignStops } from '../../../contract/sending/campaigns.ts'
import { type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { stopsAfter } from './judge-store.ts'

type Stored = Omit<CampaignFigures, 'cost' | 'stops'> & { cost_sen: Sen }
const figures = (db: Db, id: number | SQL) =>
  db.all<Stored>(sql`
    select id, name, success, fail, delivered, read, answered, cost_sen from campaigns where id = ${id}
  `)
const presentFigures = ([row]: Stored[], [stops]: CampaignStops[]): CampaignFigures | null => {
  if (!row) return null
  const { cost_sen: costSen, ...rest } = row
  return { ...rest, cost: senToRupiah(costSen), stops: stops ?? null }
}
/** An expression. */
const beforeOf = (id: number): SQL => sql`
  (
    select b.id
    from campaigns c
    cross join campaigns b on b.id = c.copied_from
      or b.id in (select r.atom from json_tree(c.rule) r where r.key = 'campaign')
    where c.id = ${id} and b.launched_at < c.launched_at and b.state <> 'draft'
    order by b.launched_at desc, b.id desc
    limit 1
  )
`
export const besideBefore = async (
  db: Db,
  id: number,
): Promise<{ now: CampaignFigures | null; before: CampaignFigures | null }> => {
  const before = beforeOf(id)
  const found = await runNamed(db, {
    now: figures(db, id),
    nowStops: stopsAfter(db, id),
    before: figures(db, before),
    beforeStops: stopsAfter(db, before),
  })
  return {
    now: presentFigures(found.now, found.nowStops),
    before: presentFigures(found.before, found.beforeStops),
  }
}
