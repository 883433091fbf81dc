// What the daily look knows of a page of members, in a few statements for all of them (rule fraud-signals). Each follows an index from
// the page's ids, and ends at a bound.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, jakartaDay } from '../../contract/time.ts'
import type { Db } from '../db/connection.ts'
import {
  DELIVERY_DAYS,
  type Edge,
  type Facts,
  FRAUD_DAYS,
  LEAST_EDGE,
  NETWORK_PEOPLE,
  PLACE_DAYS,
  ringOf,
} from './rules.ts'

/** Others that one signal names, and rows of one place that are looked at. */
const NAMED = 20
const OF_A_PLACE = 500
const EDGES = 5_000
const REFERRERS = 8

const page = (ids: readonly string[]): SQL => sql`json_each(${JSON.stringify(ids)}) j`
const edgesOf = (db: Db, ids: readonly string[], since: string) =>
  db.all<Edge>(sql`
    select m.user_id as "from", m.to_user_id as "to", sum(m.successes) as successes
    from ${page(ids)}
    cross join messages_to_members m on m.user_id = j.value
    where m.day >= ${since}
    group by m.user_id, m.to_user_id
    having sum(m.successes) >= ${LEAST_EDGE} or m.user_id = m.to_user_id
    limit ${EDGES}
  `)

type Pair = { id: string; other: string }
const sameBank = (db: Db, ids: readonly string[]) =>
  db.all<Pair>(sql`
    select u.id, o.id as other
    from ${page(ids)}
    cross join users u on u.id = j.value
    cross join users o on o.bank_key = u.bank_key and o.account_number <> ''
    where u.account_number <> '' and o.id <> u.id and o.role = 'member'
    limit ${EDGES}
  `)
/** @param column and most are ours; a place of more people than that names nobody */
const samePlace = (db: Db, ids: readonly string[], column: 'device' | 'network', most: number, since: number) => {
  const place = sql.identifier(column)
  return db.all<Pair>(sql`
    with own as materialized (
      select distinct e.user_id as id, e.${place} as place
      from ${page(ids)}
      cross join security_events e on e.user_id = j.value
      where e.at > ${since} and e.kind = 'sign_in' and e.${place} is not null
      limit ${EDGES}
    ),
    place as materialized (
      select distinct place from own
    ),
    people as materialized (
      select distinct p.place, e.user_id as id
      from place p
      cross join security_events e on e.rowid in (
        select i.rowid
        from security_events i
        where i.${place} = p.place and i.user_id is not null
        order by i.id desc
        limit ${OF_A_PLACE}
      )
      where e.at > ${since} and e.kind = 'sign_in'
    ),
    few as materialized (
      select place from people group by place having count(*) <= ${most}
    )
    select distinct own.id, q.id as other
    from own
    join few on few.place = own.place
    join people q on q.place = own.place and q.id <> own.id
    cross join users u on u.id = q.id and u.role = 'member'
    limit ${EDGES}
  `)
}
type Figures = {
  id: string
  referrer: string | null
  successes: number
  deleted: number
  paid: number
  delivered: number
  circle: 0 | 1
}
const figuresOf = (db: Db, ids: readonly string[], since: string, deliveredSince: string) =>
  db.all<Figures>(sql`
    select
      u.id,
      u.referrer_id as referrer,
      (select coalesce(sum(d.success), 0) from daily_stats d where d.user_id = u.id and d.day >= ${since}) as successes,
      (
        select coalesce(sum(p.messages), 0)
        from posting_parts p
        where p.user_id = u.id and p.day >= ${since} and p.kind = 'income_reversal'
      ) as deleted,
      (
        select coalesce(sum(a.success), 0)
        from account_deliveries a
        where a.user_id = u.id and a.day >= ${deliveredSince}
      ) as paid,
      (
        select coalesce(sum(a.delivered), 0)
        from account_deliveries a
        where a.user_id = u.id and a.day >= ${deliveredSince}
      ) as delivered,
      u.referrer_id is not null and exists (
        with recursive line (id, n) as (
          select u.referrer_id, 1
          union all
          select r.referrer_id, line.n + 1
          from line
          join users r on r.id = line.id
          where r.referrer_id is not null and line.n < ${REFERRERS}
        )
        select 1 from line where line.id = u.id
      ) as circle
    from ${page(ids)}
    cross join users u on u.id = j.value
  `)

/** Edges of the page, of those it wrote to, and of those in turn: few members get messages, so mostly there are none. */
const allEdges = async (db: Db, ids: readonly string[], since: string, first: readonly Edge[]): Promise<Edge[]> => {
  const edges = [...first]
  const known = new Set(ids)
  for (let step = 0; step < 2; step++) {
    const next = [...new Set(edges.map(({ to }) => to))].filter((id) => !known.has(id))
    if (next.length === 0) break
    for (const id of next) known.add(id)
    edges.push(...(await edgesOf(db, next, since)))
  }
  return edges
}
const othersOf = (pairs: readonly Pair[]) => {
  const by = Map.groupBy(pairs, ({ id }) => id)
  return (id: string): string[] =>
    (by.get(id) ?? [])
      .map(({ other }) => other)
      .toSorted()
      .slice(0, NAMED)
}

export const factsOf = async (db: Db, ids: readonly string[], now: number): Promise<Facts[]> => {
  const daysAgo = (days: number): string => jakartaDay(now - days * DAY_MS)
  const since = daysAgo(FRAUD_DAYS)
  const placeSince = now - PLACE_DAYS * DAY_MS
  const [figures, firstEdges, banks, devices, networks] = await db.batch([
    figuresOf(db, ids, since, daysAgo(DELIVERY_DAYS)),
    edgesOf(db, ids, since),
    sameBank(db, ids),
    samePlace(db, ids, 'device', NAMED, placeSince),
    samePlace(db, ids, 'network', NETWORK_PEOPLE, placeSince),
  ])
  const edges = await allEdges(db, ids, since, firstEdges)
  const edgesBy = Map.groupBy(edges, ({ from }) => from)
  const [bankOf, deviceOf, networkOf] = [othersOf(banks), othersOf(devices), othersOf(networks)]
  const referrers = new Map(figures.map(({ id, referrer }) => [id, referrer]))
  const alike = new Set([...banks, ...devices].flatMap(({ id, other }) => [id, other]))
  const others = await referrersOf(
    db,
    [...alike].filter((id) => !referrers.has(id)),
  )
  for (const { id, referrer } of others) referrers.set(id, referrer)
  return figures.map(({ id, circle, referrer, ...figure }) => {
    const own = edgesBy.get(id) ?? []
    const sent = (to: readonly string[]): number =>
      own.reduce((sum, edge) => sum + (to.includes(edge.to) ? edge.successes : 0), 0)
    const ring = ringOf(id, edges)
    const [bank, device] = [bankOf(id), deviceOf(id)]
    const referredAlike = [...new Set([...bank, ...device])].filter(
      (other) => other === referrer || referrers.get(other) === id,
    )
    const found = { bank, device, network: networkOf(id), ring, referredAlike }
    return { userId: id, ...figure, ...found, toSelf: sent([id]), toRing: sent(ring), inReferralCircle: circle === 1 }
  })
}
const referrersOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; referrer: string | null }[]> =>
  ids.length === 0
    ? []
    : db.all(sql`select u.id, u.referrer_id as referrer from ${page(ids)} cross join users u on u.id = j.value`)
