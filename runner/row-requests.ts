// Requests to the vault for key rows that this process does not have; those of one tick share a frame.
import { randomUUID } from 'node:crypto'
import type { KeyRow } from '../contract/operation/runner.ts'

export type Item = { type: string; id: string }
const ANSWER_MS = 10_000
const MAX_ITEMS = 500

type Waiting = { wanted: Set<string>; resolve: (rows: KeyRow[]) => void; reject: (error: Error) => void }
const keyOf = ({ type, id }: Item): string => `${type}|${id}`

export class RowRequests {
  readonly #put: (requestId: string, items: Item[]) => void
  readonly #answerMs: number
  #next: { items: Map<string, Item>; waiting: Waiting[] } | null = null
  readonly #pending = new Map<string, { items: Item[]; answered: (rows: KeyRow[]) => void }>()

  constructor(put: (requestId: string, items: Item[]) => void, answerMs = ANSWER_MS) {
    this.#put = put
    this.#answerMs = answerMs
  }

  /** @throws Error when no answer comes in time */
  ask(items: readonly Item[]): Promise<KeyRow[]> {
    if (items.length === 0) return Promise.resolve([])
    if (!this.#next || this.#next.items.size > MAX_ITEMS) {
      const batch = { items: new Map<string, Item>(), waiting: [] as Waiting[] }
      this.#next = batch
      queueMicrotask(() => this.#putBatch(batch))
    }
    const { items: all, waiting } = this.#next
    for (const item of items) all.set(keyOf(item), { type: item.type, id: item.id })
    return new Promise((resolve, reject) => {
      waiting.push({ wanted: new Set(items.map(keyOf)), resolve, reject })
    })
  }
  answer(requestId: string, rows: KeyRow[]): void {
    this.#pending.get(requestId)?.answered(rows)
  }
  /** Sends open requests again after a redial, because their answers may have been lost with the socket. */
  repeat(): void {
    for (const [requestId, { items }] of this.#pending) this.#put(requestId, items)
  }

  #putBatch(batch: { items: Map<string, Item>; waiting: Waiting[] }): void {
    if (this.#next === batch) this.#next = null
    const requestId = randomUUID()
    const timer = setTimeout(() => {
      this.#pending.delete(requestId)
      for (const { reject } of batch.waiting) reject(new Error('no answer from the vault in time'))
    }, this.#answerMs)
    const items = [...batch.items.values()]
    const answered = (rows: KeyRow[]): void => {
      clearTimeout(timer)
      this.#pending.delete(requestId)
      for (const { wanted, resolve } of batch.waiting) resolve(rows.filter((row) => wanted.has(keyOf(row))))
    }
    this.#pending.set(requestId, { items, answered })
    this.#put(requestId, items)
  }
}
