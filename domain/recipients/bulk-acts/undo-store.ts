// The way back from an act on all who matched: step by step, of those whom nobody has changed since (rule bulk-acts).
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import { counted } from '../phone-numbers/store.ts'
import { holdersAmong, type NumberClaim } from '../suppressions/claims-store.ts'
import { tagMoved, tagStatements } from '../tags/store.ts'
import { type Act, refuseIfOneRuns } from './store.ts'
import type { bulkMoves } from './table.ts'

/** Of the same kind: what it changed is changed back first. */
const sameKind = ({ tag_id }: Act): SQL =>
  tag_id === null ? sql`b.act in ('activate', 'deactivate')` : sql`b.tag_id = ${tag_id}`
/** The batch fails: bulk_runs, bulk_over (too late, or done already), bulk_later (another changed the same since). */
export const beginUndo = (db: Db, act: Act, now: number, more: Statement[]): Promise<unknown> =>
  runBatch(db, [
    refuseIfOneRuns(db),
    refuseUnless(
      db,
      'bulk_over',
      sql`
        status in ('done', 'cancelled') and undo_until > ${now}
        and (tag_id is null or tag_id in (select id from tags where deleted_at is null))
      `,
      sql`from bulk_acts where id = ${act.id}`,
    ),
    refuseIf(
      db,
      'bulk_later',
      sql`exists (
        select 1
        from bulk_acts b
        where (b.created_at, b.id) > (${act.created_at}, ${act.id}) and b.changed > 0 and b.status <> 'undone' and ${sameKind(act)}
      )`,
    ),
    db.run(sql`
      update bulk_acts set status = 'undoing', total = changed, looked = 0, updated_at = ${now} where id = ${act.id}
    `),
    ...more,
  ])

type Moved = Row<typeof bulkMoves, 'first_id' | 'ids' | 'at'>
const nextMoved = async (db: Db, act: Act): Promise<Moved | null> =>
  (
    await db.all<Moved>(
      sql`select first_id, ids, at from bulk_moves where act_id = ${act.id} order by first_id limit 1`,
    )
  )[0] ?? null

const idsIn = (steps: readonly number[]): number[] => {
  const ids: number[] = []
  for (const step of steps) ids.push((ids.at(-1) ?? 0) + step)
  return ids
}
/** @returns which accounts must let go of a number; null: it has ended */
export const undoStep = async (db: Db, act: Act, now: number): Promise<NumberClaim[] | null> => {
  const moved = await nextMoved(db, act)
  const running = refuseUnless(
    db,
    'import_moved',
    moved === null
      ? sql`status = 'undoing'`
      : sql`status = 'undoing' and exists (
          select 1 from bulk_moves where act_id = ${act.id} and first_id = ${moved.first_id}
        )`,
    sql`from bulk_acts where id = ${act.id}`,
  )
  if (moved === null) {
    const ended = sql`status = 'undone', looked = total, updated_at = ${now}, undo_until = null`
    await runBatch(db, [running, db.run(sql`update bulk_acts set ${ended} where id = ${act.id}`)])
    return null
  }
  const steps = JSON.parse(moved.ids) as number[]
  const ids = JSON.stringify(idsIn(steps))
  const listed = sql`select value from json_each(${ids})`
  const untouched = sql`
    select p.id
    from phone_numbers p
    where p.id in (${listed})
      and not exists (
        select 1
        from recipient_touches t
        where t.number_id = p.id and t.tag_id in (0, ${act.tag_id ?? 0}) and t.at >= ${moved.at}
      )
  `
  const done = (count: SQL): Statement =>
    db.run(sql`
      update bulk_acts
      set undone = undone + ${count}, looked = looked + ${steps.length}, updated_at = ${now}
      where id = ${act.id}
    `)
  const forgotten = db.run(sql`delete from bulk_moves where act_id = ${act.id} and first_id = ${moved.first_id}`)
  if (act.tag_id !== null) {
    const asked = { tag: act.tag_id, ids: untouched, on: act.act === 'untag' }
    const counting = done(sql`(select count(*) from ${tagMoved(asked)})`)
    await runNamed(db, { running, counting, ...tagStatements(db, asked, null), forgotten })
    return []
  }
  const back = act.act === 'activate' ? sql`p.status = 'active'` : sql`p.status = 'nonactive' and ${mayBeActive}`
  const those = sql`(${untouched} and ${back})`
  const { holders } = await runNamed(db, {
    running,
    counting: done(sql`(select count(*) from ${those})`),
    ...counted(db, sql`id in (${listed})`, {
      change: db.run(sql`
        update phone_numbers
        set status = ${act.act === 'activate' ? 'nonactive' : 'active'}
        where id in ${those}
      `),
    }),
    forgotten,
    holders: holdersAmong(db, sql`(select number from phone_numbers where id in (${listed}))`),
  })
  return holders
}
/** Of phone_numbers as p: a person who agreed and has not stopped. */
export const mayBeActive: SQL = sql`p.consent_at is not null and p.suppressed <> 1`
