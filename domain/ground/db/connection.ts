// One way to speak to D1: drizzle over the binding, or over one session of it.
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type D1Source, measured } from './measured.ts'

export type Db = DrizzleD1Database
/** A statement built with drizzle, raw ones too, that a caller may put into one `batch`. */
export type Statement = Parameters<Db['batch']>[0][number]

type Prepared = {
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (result: D1Result, isFromBatch: true) => unknown
}

/** Every round trip is counted. */
export const connect = (d1: D1Source): Db => drizzleOver(measured(d1))

/** @param d1 what counts its round trips itself */
export const drizzleOver = (d1: D1Source): Db => {
  const db = drizzle(d1 as D1Database)
  // drizzle 0.45 cannot bind parameters of raw statements inside a D1 batch: each is prepared here
  const batch = async (queries: readonly Statement[]): Promise<unknown[]> => {
    const prepared = queries.map((query) => (query as unknown as { _prepare: () => Prepared })._prepare())
    const results = await d1.batch(
      prepared.map((p) => {
        const { sql, params } = p.getQuery()
        return d1.prepare(sql).bind(...params)
      }),
    )
    return results.map((result, i) => prepared[i]?.mapResult(result, true))
  }
  return Object.assign(db, { batch: batch as Db['batch'] })
}

type Part = Statement | readonly Statement[] | null | undefined
/** Of a statement its rows or its result; of several what each answered; undefined: there was none. */
type AnswerOf<P> = P extends readonly unknown[]
  ? unknown[]
  : P extends { _: { result: infer Answer } }
    ? Answer
    : undefined
/** All parts in one transaction, in the order of their names; each answer is under the name of its statement. */
export const runNamed = async <P extends Readonly<Record<string, Part>>>(
  db: Db,
  parts: P,
): Promise<{ [Name in keyof P]: AnswerOf<P[Name]> }> => {
  const lists = Object.entries<Part>(parts).map(([name, part]) => ({ name, part, list: [part ?? []].flat() }))
  const answers = await runBatch(
    db,
    lists.flatMap(({ list }) => list),
  )
  let from = 0
  const named = lists.map(({ name, part, list }) => {
    const own = answers.slice(from, from + list.length)
    from += list.length
    return [name, Array.isArray(part) ? own : own[0]]
  })
  return Object.fromEntries(named) as { [Name in keyof P]: AnswerOf<P[Name]> }
}

/** All statements in one transaction, in this order; a guard may stand before and after its act. Nothing for none. */
export const runBatch = async (db: Db, statements: Statement[]): Promise<unknown[]> => {
  const [first, ...rest] = statements
  return first ? await db.batch([first, ...rest]) : []
}
