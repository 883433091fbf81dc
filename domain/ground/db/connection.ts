// One way to speak to D1: statements written with drizzle's `sql`, each carried out by itself when it is awaited, or several in one
// transaction (docs/decisions/0092-own-statements.md).
import { QueryPromise, type SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { type AnyRow, type Carry, type D1Source, overD1, type Query } from './round-trip.ts'

class Dialect extends SQLiteAsyncDialect {
  /** Not bare: SQLite prepares a statement anew with each run that binds another value where its planner looked at the last one (0122). */
  override escapeParam(): string {
    return '+?'
  }
}
const dialect = new Dialect()

/** Sent when it is awaited, and not before: so it may also go into a batch. */
export class Statement<Answer = unknown> extends QueryPromise<Answer> {
  readonly query: Query
  readonly answerOf: (result: D1Result<AnyRow>) => Answer
  readonly #carry: Carry
  constructor(carry: Carry, query: SQL, answerOf: (result: D1Result<AnyRow>) => Answer) {
    super()
    this.#carry = carry
    const { sql, params } = dialect.sqlToQuery(query)
    this.query = { sql, params }
    this.answerOf = answerOf
  }
  async execute(): Promise<Answer> {
    const [result] = await this.#carry([this.query])
    return this.answerOf(result as D1Result<AnyRow>)
  }
}
type Answers<S extends readonly Statement[]> = { -readonly [I in keyof S]: S[I] extends Statement<infer A> ? A : never }

export type Db = {
  /** Its rows under the names of what is selected, typed by the tables (rows.ts). */
  all: <Row>(query: SQL) => Statement<Row[]>
  run: (query: SQL) => Statement<D1Result>
  /** All in one transaction, in this order. */
  batch: <const S extends readonly Statement[]>(statements: S) => Promise<Answers<S>>
}

export const dbOver = (carry: Carry): Db => ({
  all: <Row>(query: SQL) => new Statement(carry, query, ({ results }) => results as Row[]),
  run: (query) => new Statement<D1Result>(carry, query, (result) => result),
  batch: async <const S extends readonly Statement[]>(statements: S) => {
    const results = statements.length === 0 ? [] : await carry(statements.map(({ query }) => query))
    return statements.map((statement, i) => statement.answerOf(results[i] as D1Result<AnyRow>)) as Answers<S>
  },
})

/** Every round trip is counted. */
export const connect = (d1: D1Source): Db => dbOver(overD1(d1))

type Part = Statement | readonly Statement[] | null | undefined
/** Of a statement its rows or its result; of several what each answered; undefined: there was none. */
type AnswerOf<P> = P extends readonly unknown[] ? unknown[] : P extends Statement<infer Answer> ? Answer : undefined
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
export const runBatch = (db: Db, statements: readonly Statement[]): Promise<unknown[]> => db.batch(statements)
