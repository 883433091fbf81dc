// What the daily look knows of a page of members, in a few statements for all of them (rule fraud-signals). Each follows an index from
// the page's ids, and ends at a bound.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'
import { type Account, isOneHolder, LEAST_DIGITS } from '../../people/bank-details/same-account-store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { DELIVERY_DAYS, type Edge, type Facts, FRAUD_DAYS, LEAST_EDGE, NETWORK_PEOPLE, ringOf } from './rules.ts'
import { PLACE_DAYS } from '../../people/ties/rules.ts'

/** Others that one signal names. */
const NAMED = 20
/** The newest sign-ins of a person that tell their places. */
const OF_A_PERSON = 50
/** People of one device or network that are looked at. */
const DEVICE_WALK = 100
const NETWORK_WALK = 2 * NETWORK_PEOPLE
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
const sameBank = (db: Db, ids: readonly string[]) => {
  const [own, other] = ['u', 'o'].map((person) => ({
    bank: sql.raw(`${person}.account_bank`),
    number: sql.raw(`${person}.account_number`),
  })) as [Account, Account]
  return db.all<Pair>(sql`
    select u.id, o.id as other
    from ${page(ids)}
    cross join users u on u.id = j.value
    cross join users o on o.bank_key = u.bank_key and o.account_number <> ''
    where u.account_number <> '' and o.id <> u.id and o.role = 'member'
      and length(u.bank_key) >= ${LEAST_DIGITS}
      and ${isOneHolder(own, other)}
    limit ${EDGES}
  `)
}
/** Of the places: those of at most so many people, whose walk found its end. */
const fewIn = (most: number, walked: number): SQL => sql`
  group by place having count(*) <= ${most}
  except select place from walk where id is not null and n > ${walked}
`
/**
 * Who signed in where one of the page did. People of a place are found one by one, each by a step of its index, so that a carrier's
 * network costs as much as a house's.
 * @param of.walked how many people of one place are looked at, the first ones by id, whatever they did there
 * @param of.most how many may have signed in there: a network of more is a carrier's and names nobody, and so does one with more people
 * than are looked at, because nobody knows how many of the others signed in. null: a place names its people however many there are
 */
const samePlace = (
  db: Db,
  ids: readonly string[],
  of: { column: 'device' | 'network'; walked: number; most: number | null; since: number },
) => {
  const { column, walked, most, since } = of
  const place = sql.identifier(column)
  return db.all<Pair>(sql`
    with recursive own as materialized (
      select distinct j.value as id, e.${place} as place
      from ${page(ids)}
      cross join security_events e on e.rowid in (
        select i.rowid
        from security_events i
        where i.user_id = j.value and i.at > ${since} and +i.kind = 'sign_in'
        order by i.at desc, i.id desc
        limit ${OF_A_PERSON}
      )
      where e.${place} is not null
    ),
    place as materialized (
      select distinct place from own
    ),
    walk (place, id, n) as materialized (
      select p.place, (select min(i.user_id) from security_events i where i.${place} = p.place and i.user_id > ''), 1
      from place p
      union all
      select
        w.place,
        (select min(i.user_id) from security_events i where i.${place} = w.place and i.user_id > w.id),
        w.n + 1
      from walk w
      where w.id is not null and w.n <= ${walked}
    ),
    people as materialized (
      select w.place, w.id
      from walk w
      where w.id is not null and exists (
        select 1
        from (
          select i.at, i.kind
          from security_events i
          where i.${place} = w.place and i.user_id = w.id
          order by i.id desc
          limit ${OF_A_PERSON}
        ) newest
        where newest.at > ${since} and newest.kind = 'sign_in'
      )
    ),
    few as materialized (
      select distinct place from people ${most === null ? sql`` : fewIn(most, walked)}
    )
    select id, other
    from (
      select id, other, row_number() over (partition by id order by other) as n
      from (
        select distinct own.id, q.id as other
        from own
        cross join few on few.place = own.place
        cross join people q on q.place = own.place and q.id <> own.id
        cross join users u on u.id = q.id and u.role = 'member'
      )
    )
    where n <= ${NAMED}
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
    samePlace(db, ids, { column: 'device', walked: DEVICE_WALK, most: null, since: placeSince }),
    samePlace(db, ids, { column: 'network', walked: NETWORK_WALK, most: NETWORK_PEOPLE, since: placeSince }),
  ])
  const edges = await allEdges(db, ids, since, firstEdges)
  const edgesBy = Map.groupBy(edges, ({ from }) => from)
  const [banksOf, devicesOf, networksOf] = [othersOf(banks), othersOf(devices), othersOf(networks)]
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
    const [bank, device] = [banksOf(id), devicesOf(id)]
    const referredAlike = [...new Set([...bank, ...device])].filter(
      (other) => other === referrer || referrers.get(other) === id,
    )
    const found = { bank, device, network: networksOf(id), ring, referredAlike }
    return { userId: id, ...figure, ...found, toSelf: sent([id]), toRing: sent(ring), inReferralCircle: circle === 1 }
  })
}
const referrersOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; referrer: string | null }[]> =>
  ids.length === 0
    ? []
    : db.all(sql`select u.id, u.referrer_id as referrer from ${page(ids)} cross join users u on u.id = j.value`)
