// One request's way to D1. Reads that begin together travel as one batch. Until the sign-in was confirmed every batch
// begins with the condition: a statement that fails, and with it the batch, unless the sign-in is what it claims. So nothing is
// read for a stranger, and a signed-in read still is one round trip.
import { type Db, dbOver } from './connection.ts'
import { type AnyRow, type Carry, type D1Source, overD1, type Query } from './round-trip.ts'

type PendingRead = {
  queries: readonly Query[]
  resolve: (results: D1Result<AnyRow>[]) => void
  reject: (error: unknown) => void
}

/** Only these may go before the sign-in was confirmed. `with` may begin a write: what could be one waits. */
const isRead = ({ sql }: Query): boolean =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))

export type BatchedReads = {
  db: Db
  /** The condition's row. @throws the condition's failure. */
  confirmed: () => Promise<AnyRow>
  /** A replica answered something, and may have been behind. */
  byReplica: () => boolean
}

class ReadBatcher {
  #pending: PendingRead[] = []
  #passed: AnyRow | null
  #refusal: unknown = null
  byReplica = false
  readonly #carry: Carry
  readonly #condition: Query | null
  readonly #isRefused: (error: unknown) => boolean
  constructor(carry: Carry, condition: Query | null, isRefused: (error: unknown) => boolean) {
    this.#carry = carry
    this.#condition = condition
    this.#isRefused = isRefused
    this.#passed = condition === null ? {} : null
  }
  read(queries: readonly Query[]): Promise<D1Result<AnyRow>[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ queries, resolve, reject })
      if (this.#pending.length === 1) void this.#send()
    })
  }
  async confirmed(): Promise<AnyRow> {
    if (this.#passed === null) await this.read([])
    return this.#passed ?? {}
  }
  async #send(): Promise<void> {
    // Company is what begins in the same step: the language calls a statement's `then` one turn after it is awaited, and a read that
    // stands in a function of its own comes one turn later. A read that comes later travels by itself; nothing else depends on it.
    await Promise.resolve()
    await Promise.resolve()
    const group = this.#pending
    this.#pending = []
    const condition = this.#passed === null ? this.#condition : null
    try {
      if (this.#refusal !== null) throw this.#refusal
      const results = await this.#carry([
        ...(condition === null ? [] : [condition]),
        ...group.flatMap((read) => read.queries),
      ])
      this.byReplica ||= results.some(({ meta }) => meta.served_by_primary === false)
      if (condition !== null) this.#passed = results.shift()?.results[0] ?? {}
      for (const read of group) read.resolve(results.splice(0, read.queries.length))
    } catch (error) {
      if (this.#isRefused(error)) this.#refusal = error
      for (const read of group) read.reject(error)
    }
  }
}

/** @param isRefused tells the condition's own failure from any other. */
export const batchReads = (
  d1: D1Source,
  condition: Query | null,
  isRefused: (error: unknown) => boolean,
): BatchedReads => {
  const carry = overD1(d1)
  const batcher = new ReadBatcher(carry, condition, isRefused)
  const db = dbOver(async (queries) => {
    if (queries.every(isRead)) return batcher.read(queries)
    await batcher.confirmed()
    return carry(queries)
  })
  return { db, confirmed: () => batcher.confirmed(), byReplica: () => batcher.byReplica }
}
