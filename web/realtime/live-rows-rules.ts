// Shared by all lists with live rows (rule newer-only): applies events to rows, merges a fetched page with newer rows, computes
// waits. Pure. Counters are absolute and an event older than its row changes nothing, so events may come twice or late.
import type { EventPayload } from '../../contract/operation/events.ts'

type Versioned = { id: string; version: number }
export const isOld = (row: { version: number }, { version }: Pick<EventPayload, 'version'>): boolean =>
  version !== undefined && version < row.version

export const NO_WAIT = { waiting: false, waitTime: 0, waitUntil: null, waitReason: null } as const
/** When the wait of a fetched row ends, epoch ms; null: it waits for nothing. */
export const waitUntilOf = (row: { waiting: boolean; waitTime: number }, now: number): number | null =>
  row.waiting && row.waitTime > 0 ? now + row.waitTime * 1000 : null
/** The wait in a `waiting` event. */
export const waitIn = ({ waitTime = 0, waitReason }: Pick<EventPayload, 'waitTime' | 'waitReason'>, now: number) => {
  const waitUntil = waitUntilOf({ waiting: true, waitTime }, now)
  return { waiting: waitUntil !== null, waitTime, waitUntil, waitReason: waitReason ?? null }
}

/**
 * The rows after the events, applied in order; the same array when no event is about one of them.
 * @param apply the row after the event; null: the row is gone
 */
export const afterEvents = <Row, Event>(
  rows: Row[],
  events: readonly Event[],
  isAbout: (row: Row, event: Event) => boolean,
  apply: (row: Row, event: Event) => Row | null,
): Row[] => {
  let next = rows
  for (const event of events) {
    if (!next.some((row) => isAbout(row, event))) continue
    next = next.flatMap((row) => (isAbout(row, event) ? (apply(row, event) ?? []) : [row]))
  }
  return next
}

/**
 * Merges a fetched page into the rows already shown.
 * @param fresh makes a row that was not shown before
 * @param behind merges a fetched row that is older than the shown one
 * @param over merges any other; keeps what only the screen knows of the shown row
 */
export const mergeLive = <Wire extends Versioned, Row extends Versioned>(
  shown: readonly Row[],
  fetched: readonly Wire[],
  fresh: (row: Wire) => Row,
  behind: (known: Row, row: Wire) => Row,
  over: (known: Row, row: Wire) => Row,
): Row[] =>
  fetched.map((row) => {
    const known = shown.find(({ id }) => id === row.id)
    if (!known) return fresh(row)
    return known.version > row.version ? behind(known, row) : over(known, row)
  })
