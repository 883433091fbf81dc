// The report of a one-off blast by person (rule one-off-people): its pages, which go through parts one after another, and what a message came to. Pure.
import { failTexts } from '../../../contract/sending/account-texts.ts'
import type { OneOffPerson } from '../../../contract/sending/one-off-people.ts'
import { ALL_CAMES, type PersonState } from '../../../contract/sending/reports.ts'
import { REACHOUT_TIMELOCK } from '../../../contract/sending/whatsapp-codes.ts'
import type { AttemptOutcome } from '../tables/attempts-store.ts'
import type { Tried } from '../tables/one-off-people-store.ts'

/** A row with its place in its part. */
type Placed<T> = { place: string; row: T }
/** lookedTo: the place up to which it has looked, where that is not its end; null: it has found as many as were asked for, or all. */
type Found<T> = { rows: Placed<T>[]; lookedTo: string | null }
/** after: the place of the row before; null: from the beginning. */
export type Part<T> = { name: string; rows: (after: string | null, limit: number) => Found<T> }

/**
 * The next so many rows, or fewer where a part has looked far enough. One more is asked for, so that a page that ends where everything does says
 * so.
 * @param after `next` of the page before: the part, and the place in it
 */
export const pageOf = <T>(
  parts: readonly Part<T>[],
  { after, limit }: { after: string | null; limit: number },
): { rows: T[]; next: string | null } => {
  const [begun = '', ...place] = after === null ? [] : after.split(':')
  const first = Math.max(
    0,
    parts.findIndex(({ name }) => name === begun),
  )
  const found: Placed<T>[] = []
  let next: string | null = null
  for (const { name, rows } of parts.slice(first)) {
    const from = name === begun ? place.join(':') : null
    const { rows: more, lookedTo } = rows(from, limit + 1 - found.length)
    for (const one of more) found.push({ ...one, place: `${name}:${one.place}` })
    if (found.length > limit) next = found[limit - 1]?.place ?? null
    else if (lookedTo !== null) next = `${name}:${lookedTo}`
    if (next !== null) break
  }
  return { rows: found.slice(0, limit).map(({ row }) => row), next }
}

const STATES: Record<AttemptOutcome, PersonState> = {
  pending: 'held',
  success: 'success',
  fail: 'fail',
  unknown: 'unknown',
}
/** The outcome of everybody in this state; null: nobody in it was tried. */
export const outcomeOf = (state: PersonState): AttemptOutcome | null =>
  (Object.keys(STATES) as AttemptOutcome[]).find((outcome) => STATES[outcome] === state) ?? null

/** An older object has kept WhatsApp's code alone, if it said one. */
const whyOf = ({ outcome, error, fail_reason: reason }: Pick<Tried, 'outcome' | 'error' | 'fail_reason'>) => {
  if (outcome !== 'fail') return null
  if (reason !== null) return failTexts[reason]
  return error === null ? null : failTexts[error === REACHOUT_TIMELOCK ? 'restricted' : 'rejected']
}
/** Whose row in the list has the number the object does not know: the row that it was claimed by may be another person's since. */
export const personOf = (tried: Tried): OneOffPerson => ({
  id: null,
  number: tried.number,
  name: tried.name,
  state: STATES[tried.outcome],
  at: new Date(tried.created_at).toISOString(),
  came: ALL_CAMES.filter((one) => tried[`${one}_at`] !== null),
  why: whyOf(tried),
})
/** Somebody who was not written to. */
export const unsent = (
  number: string,
  { name = '', state, why }: Pick<OneOffPerson, 'state' | 'why'> & { name?: string },
): OneOffPerson => ({ id: null, number, name, state, at: null, came: [], why })
