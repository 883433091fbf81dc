// Plays random histories of withdraws against the product, and stops at the first act that breaks a promise (rule ordered-once).
import fc from 'fast-check'
import type { Database } from '../platform/d1.ts'
import { type Act, act, type OneAct } from './acts.ts'
import { doAct, type Outcome, plan } from './do-act.ts'
import { WithdrawReplay } from '../replay/withdraws.ts'
import { GIVEN, Place } from './place.ts'
import { Promises } from './promises.ts'

/** How often each act was done and refused. */
type Tally = Record<string, { done: number; refused: number }>
const LIMITS = [0, 25_000]
const MINUTE_MS = 60_000

const count = (tally: Tally, { of, end }: Outcome): void => {
  if (end === 'nothing') return
  const row = (tally[of.do] ??= { done: 0, refused: 0 })
  row[end] += 1
}
/** @throws Broken, or an error that is no refusal */
const play = async (
  database: Database,
  { limit, seed }: { limit: number; seed: number },
  acts: readonly Act[],
  tally: Tally,
): Promise<void> => {
  const place = await Place.open(database, { limit, seed })
  const promises = new Promises(place, limit)
  const replay = new WithdrawReplay(GIVEN)
  database.onCommitted = (changes) => replay.committed(changes)
  let last: OneAct[] = []
  for (const act of acts) {
    place.now += act.do === 'later' ? act.hours * 60 * MINUTE_MS : MINUTE_MS
    if (act.do === 'later') continue
    if (act.do === 'both') last = act.acts
    else if (act.do !== 'again') last = [act]
    const before = place.digest()
    // all are chosen first, and each reads before the other writes
    const works = last.map((one) => [one, plan(place, one)] as const)
    const outcomes = await Promise.all(works.map(([one, work]) => doAct(one, work)))
    for (const outcome of outcomes) count(tally, outcome)
    await promises.check(outcomes, place.digest() === before)
    if (replay.broken !== null) throw new Error(`replay: ${replay.broken}`)
  }
}

const PER_HISTORY = 60
const HISTORIES = 20
/** acts: until the promise was broken, before the failure was made as short as it gets. */
export type End = { acts: number; histories: number; tally: Tally; broken: { what: string; story: string } | null }
/** At least so many acts, in histories of sixty, or until one breaks a promise. The same seed gives the same histories. */
export const playWithdraws = async (
  database: Database,
  { acts, seed, isShortened = true }: { acts: number; seed: number; isShortened?: boolean },
): Promise<End> => {
  const tally: Tally = {}
  const done = (): number => Object.values(tally).reduce((all, { done, refused }) => all + done + refused, 0)
  let histories = 0
  let first: { acts: number; what: string } | null = null
  const property = fc.asyncProperty(
    fc.record({ limit: fc.constantFrom(...LIMITS), seed: fc.nat() }),
    fc.array(act, { minLength: 1, maxLength: PER_HISTORY, size: 'max' }),
    async (setup, some) => {
      histories += 1
      try {
        await play(database, setup, some, tally)
      } catch (error) {
        first ??= { acts: done(), what: error instanceof Error ? error.message : String(error) }
        throw error
      }
    },
  )
  for (let round = 0; done() < acts; round++) {
    const { failed, counterexample } = await fc.check(property, {
      numRuns: HISTORIES,
      seed: seed + round,
      endOnFailure: !isShortened,
    })
    if (!failed || !first) continue
    const { acts: at, what }: { acts: number; what: string } = first
    const [setup, some = []] = counterexample ?? []
    const story = [JSON.stringify(setup), ...some.map((one) => JSON.stringify(one))].join('\n')
    return { acts: at, histories, tally, broken: { what, story } }
  }
  return { acts: done(), histories, tally, broken: null }
}
