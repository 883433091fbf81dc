// Facts on their way to the account's object: numbered when first sent, kept until acknowledged, repeated in order.
import { type Fact, type KeyRow, OUTLIVES_ITS_EPOCH, type UpFrame } from '../contract/operation/runner.ts'

type Entry = { seq: number; fact: Fact; stored: (() => void)[] }
/** Encrypted only when the row leaves, so that of many writes between two frames only the last is encrypted. */
export type RowSource = { type: string; id: string; owner: () => string | null; seal: () => string | null }
type WaitingRow = { source: RowSource; stored: (() => void)[] }
/** Facts that the runner or WhatsApp repeats anyway; they are dropped first when too many wait. */
const REPEATABLE: ReadonlySet<Fact['kind']> = new Set(['qr', 'code', 'need', 'needContent'])
const MAX_WAITING = 5_000
const MAX_FRAME_CHARS = 400_000
const MAX_ROWS_A_FACT = 500

const toRow = ({ type, id, owner, seal }: RowSource): KeyRow => ({ type, id, owner: owner(), data: seal() })
const weight = (fact: Fact): number => {
  const rows = fact.kind === 'rows' || fact.kind === 'result' ? fact.rows : []
  return 300 + rows.reduce((sum, row) => sum + 150 + (row.data?.length ?? 0), 0)
}
const frames = (entries: readonly Entry[]): UpFrame[] => {
  const made: UpFrame[] = []
  let chars = Number.POSITIVE_INFINITY
  for (const { seq, fact } of entries) {
    const size = weight(fact)
    if (chars + size > MAX_FRAME_CHARS) {
      made.push({ facts: [] })
      chars = 0
    }
    chars += size
    made.at(-1)?.facts.push({ seq, fact })
  }
  return made
}

export class FactOutbox {
  #nextSeq = 1
  #waiting: Entry[] = []
  #sent: Entry[] = []
  /** Key rows not sent yet, newest only: type|id → its source. */
  readonly #rows = new Map<string, WaitingRow>()

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#sent.length === 0 && this.#rows.size === 0
  }
  /** Facts and rows that are not acknowledged yet. */
  get size(): number {
    return this.#waiting.length + this.#sent.length + this.#rows.size
  }
  get hasRows(): boolean {
    return this.#rows.size > 0
  }

  push(fact: Fact, stored?: () => void): void {
    if (this.#waiting.length >= MAX_WAITING) {
      const at = this.#waiting.findIndex((entry) => REPEATABLE.has(entry.fact.kind))
      if (at >= 0) this.#waiting.splice(at, 1)
      else if (REPEATABLE.has(fact.kind)) return
    }
    this.#waiting.push({ seq: 0, fact, stored: stored ? [stored] : [] })
  }
  /**
   * Puts the hello of a new dial behind all facts that waited (rule one-runner): an object that heard `none` first would log in at once,
   * and take a close from before for the close of that login.
   */
  greet(fact: Fact): void {
    this.#waiting = [...this.#waiting.filter((entry) => entry.fact.kind !== 'hello'), { seq: 0, fact, stored: [] }]
  }
  pushRow(source: RowSource, stored?: () => void): void {
    const key = `${source.type}|${source.id}`
    const before = this.#rows.get(key)?.stored ?? []
    this.#rows.delete(key)
    this.#rows.set(key, { source, stored: stored ? [...before, stored] : before })
  }
  /** Drops facts about connection and keys, which only the account's holder may report; results, receipts and opt-outs stay. */
  dropSessionFacts(): void {
    const truths = (entries: readonly Entry[]): Entry[] =>
      entries.flatMap((entry) =>
        !OUTLIVES_ITS_EPOCH.has(entry.fact.kind)
          ? []
          : [{ ...entry, fact: entry.fact.kind === 'result' ? { ...entry.fact, rows: [] } : entry.fact }],
      )
    this.#sent = truths(this.#sent)
    this.#waiting = truths(this.#waiting)
    this.#rows.clear()
  }
  /** Takes a person's rows out, to travel inside a result. */
  takeRows(owner: string): KeyRow[] {
    const taken: KeyRow[] = []
    for (const [key, { source, stored }] of this.#rows) {
      if (stored.length > 0 || source.owner() !== owner) continue
      taken.push(toRow(source))
      this.#rows.delete(key)
    }
    return taken
  }

  /** Everything that waits, as frames: first facts that cannot be repeated, then rows, then requests for rows. */
  take(withRows = true): UpFrame[] {
    const questions = this.#waiting.filter((entry) => entry.fact.kind === 'need')
    const entries = this.#waiting.filter((entry) => entry.fact.kind !== 'need')
    this.#waiting = []
    // rows leave before a request for rows, or the object would answer with older ones
    if (withRows || questions.length > 0) entries.push(...this.#rowEntries())
    entries.push(...questions)
    for (const entry of entries) entry.seq = this.#nextSeq++
    this.#sent.push(...entries)
    return frames(entries)
  }
  /** Sent but not acknowledged, for a new socket. */
  repeat(): UpFrame[] {
    return frames(this.#sent)
  }
  /** @param unread up to `seq`, but not understood: an object of a newer version will, when they are repeated */
  ack(seq: number, unread: readonly number[] = []): void {
    let count = 0
    while (count < this.#sent.length && (this.#sent[count]?.seq ?? 0) <= seq) count += 1
    const acknowledged = this.#sent.splice(0, count)
    const isUnread = (entry: Entry): boolean => unread.includes(entry.seq)
    this.#sent.unshift(...acknowledged.filter(isUnread))
    for (const entry of acknowledged) if (!isUnread(entry)) for (const stored of entry.stored) stored()
  }

  #rowEntries(): Entry[] {
    const made: Entry[] = []
    let rows: KeyRow[] = []
    let stored: (() => void)[] = []
    let chars = 0
    const close = () => {
      if (rows.length > 0) made.push({ seq: 0, fact: { kind: 'rows', rows }, stored })
      rows = []
      stored = []
      chars = 0
    }
    for (const waiting of this.#rows.values()) {
      const row = toRow(waiting.source)
      rows.push(row)
      stored.push(...waiting.stored)
      chars += 150 + (row.data?.length ?? 0)
      if (rows.length >= MAX_ROWS_A_FACT || chars > MAX_FRAME_CHARS / 2) close()
    }
    close()
    this.#rows.clear()
    return made
  }
}
