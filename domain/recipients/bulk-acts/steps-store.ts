// One step of each act on all who match: its changes, its cursor and its counts are one transaction (rule bulk-acts).
import { sql } from 'drizzle-orm'
import { firstKey } from '../../../contract/ground/key-rings.ts'
import type { BulkAct } from '../../../contract/recipients/bulk-acts.ts'
import { runNamed, type Statement } from '../../ground/db/connection.ts'
import type { Stop } from '../../record/journal/format.ts'
import { deletePhones } from '../phone-numbers/delete-store.ts'
import { counted } from '../phone-numbers/store.ts'
import { holdersAmong, type NumberClaim } from '../suppressions/claims-store.ts'
import { hashesOfNumber, hashOfNumber } from '../suppressions/hash.ts'
import { holdersOf, othersOf, othersStatements, stopStatements } from '../suppressions/import-store.ts'
import { type SuppressPorts, writeDown } from '../suppressions/suppress.ts'
import { tagMoved, tagStatements } from '../tags/store.ts'
import { type Act, counts, type Found, keepMoved, movesOn } from './store.ts'
import { mayBeActive } from './undo-store.ts'
import { mayGo } from './unimport-store.ts'

export type StepPorts = Omit<SuppressPorts, 'journal'> & {
  journal?: ((stops: readonly Stop[]) => Promise<void>) | undefined
}
type Step = { act: Act; found: Found; now: number }
const idsOf = ({ people }: Found) => sql`select value from json_each(${JSON.stringify(people.map(({ id }) => id))})`

const turn = async ({ db }: StepPorts, { act, found, now }: Step): Promise<NumberClaim[]> => {
  const ids = idsOf(found)
  const on = act.act === 'activate'
  const moved = sql`(
    select p.id
    from phone_numbers p
    where p.id in (${ids}) and ${on ? sql`p.status = 'nonactive' and ${mayBeActive}` : sql`p.status = 'active'`}
  )`
  const { holders } = await runNamed(db, {
    on: movesOn(db, act, found, now),
    counts: counts(db, act, sql`(select count(*) from ${moved})`, found.to, now),
    kept: keepMoved(db, act, moved, now),
    ...counted(db, sql`id in (${ids})`, {
      change: db.run(sql`update phone_numbers set status = ${on ? 'active' : 'nonactive'} where id in ${moved}`),
    }),
    holders: holdersAmong(db, sql`(select number from phone_numbers where id in (${ids}))`),
  })
  return holders
}
const tag = async ({ db }: StepPorts, { act, found, now }: Step): Promise<NumberClaim[]> => {
  const asked = { tag: act.tag_id ?? 0, ids: idsOf(found), on: act.act === 'tag' }
  const moved = tagMoved(asked)
  await runNamed(db, {
    on: movesOn(db, act, found, now),
    counts: counts(db, act, sql`(select count(*) from ${moved})`, found.to, now),
    kept: keepMoved(db, act, moved, now),
    ...tagStatements(db, asked, null),
  })
  return []
}
const stop = async (ports: StepPorts, { act, found, now }: Step): Promise<NumberClaim[]> => {
  const { db, hashKeys, dropNumber, journal } = ports
  const { by, reason } = act
  const items = found.people.map(({ id, number }) => ({
    r: id,
    n: number,
    h: hashesOfNumber(hashKeys, number),
    t: reason,
  }))
  const { kid } = firstKey(hashKeys)
  const others = await othersOf(db, hashKeys, items, reason)
  const all = [...items, ...others]
  await journal?.(all.map(({ h }) => ({ event: 'opt_out', hash: h[0], kid, via: 'admin', by, at: now })))
  const changed = sql`(select count(*) from phone_numbers where id in (${idsOf(found)}) and suppressed <> 1)`
  const stops: Statement[] = items.length === 0 ? [] : stopStatements(db, { jobId: null, items, by, now })
  await runNamed(db, {
    on: movesOn(db, act, found, now),
    counts: counts(db, act, changed, found.to, now),
    stops,
    others: othersStatements(db, 'admin', { items: others, by, now }),
  })
  if (items.length === 0) return []
  const holders = await holdersOf(db, all)
  // whose number was learned to be theirs since it was looked for
  const noted = { db, hashKeys, dropNumber, journal: journal && ((one: Stop) => journal([one])) }
  for (const { n: number } of await othersOf(db, hashKeys, all, null))
    holders.push(...(await writeDown(noted, { number, lid: null, via: 'admin', by, reason }, now)).holders)
  return holders
}
const remove = async ({ db, hashKeys }: StepPorts, { act, found, now }: Step): Promise<NumberClaim[]> => {
  const gone = found.people.map(({ id, number }) => ({ i: id, n: number, h: hashOfNumber(hashKeys, number) }))
  const where = act.import_id === null ? sql`true` : mayGo(act.import_id)
  const there = sql`(
    select count(*)
    from json_each(${JSON.stringify(gone)}) j
    cross join phone_numbers p on p.id = (j.value ->> 'i') and p.number = (j.value ->> 'n')
    where ${where}
  )`
  const first = [...movesOn(db, act, found, now), ...counts(db, act, there, found.to, now)]
  return (await deletePhones(db, gone, { by: act.by, now, where }, { first })).holders
}

/** Each answers which accounts must let go of a number. */
export const STEPS: Record<BulkAct, (ports: StepPorts, step: Step) => Promise<NumberClaim[]>> = {
  activate: turn,
  deactivate: turn,
  tag,
  untag: tag,
  stop,
  delete: remove,
  unimport: remove,
}
