// Who gets or got a one-off blast, a page of it (rule one-off-people). It only reads.
import { NOT_REACHED, type OneOffPeople, type OneOffPerson } from '../../../contract/sending/one-off-people.ts'
import { SKIP_TEXTS } from '../../../contract/sending/one-off.ts'
import type { OneOffSums, PeopleAsk } from '../../../domain/sending/one-off/store.ts'
import { skipCount } from '../../../domain/sending/one-off/present.ts'
import type { OneOff } from '../document/document.ts'
import { allSince } from '../tables/attempts-store.ts'
import { countTried, triedAfter, waitingAfter } from '../tables/one-off-people-store.ts'
import { readOneOff } from '../tables/one-off-store.ts'
import { isTried } from './one-off.ts'
import { outcomeOf, pageOf, type Part, personOf, unsent } from './people-rules.ts'
import type { OneOffPort } from './port.ts'

const placeOf = ({ at, id }: { at: number; id: string }): string => `${at}:${id}`
const tried = (core: OneOffPort, { id, state, came }: PeopleAsk): Part<OneOffPerson> => ({
  name: 'tried',
  rows: (after, limit) => {
    const [at = '0', ...attempt] = after?.split(':') ?? []
    const outcome = state && (outcomeOf(state) ?? undefined)
    const from = { at: Number(at), id: attempt.join(':') }
    const { rows, lookedTo } = triedAfter(core.sql, id, { after: from, outcome, came, limit })
    return {
      rows: rows.map((one) => ({
        place: placeOf({ at: one.created_at, id: one.attempt_id }),
        row: personOf(one),
      })),
      lookedTo: lookedTo && placeOf(lookedTo),
    }
  },
})
const waiting = (core: OneOffPort, { id }: PeopleAsk, { phase }: OneOffSums): Part<OneOffPerson> => ({
  name: 'waits',
  rows: (after, limit) => ({
    rows: waitingAfter(core.sql, id, { after: Number(after ?? 0), limit }).map(({ id: place, number }) => ({
      place: String(place),
      row: unsent(number, { state: 'waiting', why: phase === 'sending' ? null : NOT_REACHED }),
    })),
    lookedTo: null,
  }),
})
const numbered = (name: string, all: readonly OneOffPerson[]): Part<OneOffPerson> => ({
  name,
  rows: (after, limit) => {
    const from = after === null ? 0 : Number(after)
    const rows = all.slice(from, from + limit).map((row, i) => ({ place: String(from + i + 1), row }))
    return { rows, lookedTo: null }
  },
})
/** The receiver of a test that was not tried (rule one-off-test). */
const untested = ({ doc }: OneOffPort, sums: OneOffSums): OneOffPerson[] => {
  if (sums.targets !== 'test' || isTried(sums) || !doc?.phone) return []
  const state = sums.phase === 'sending' ? 'waiting' : 'dropped'
  return [unsent(doc.phone, { name: doc.pushname ?? '', state, why: sums.error })]
}
const partsOf = (core: OneOffPort, ask: PeopleAsk, sums: OneOffSums): Part<OneOffPerson>[] => {
  const { state, came } = ask
  const all = state === undefined
  const refused = sums.refused.map(({ number, reason }) =>
    unsent(number, { state: 'dropped', why: SKIP_TEXTS[reason] }),
  )
  const named = [...untested(core, sums), ...refused].filter((one) => all || one.state === state)
  return [
    ...(all || outcomeOf(state) !== null ? [tried(core, ask)] : []),
    ...(came === undefined && (all || state === 'waiting') ? [waiting(core, ask, sums)] : []),
    ...(came === undefined ? [numbered('out', named)] : []),
  ]
}

/** Those that were tried and are on record no more. Younger ones are all there; of one that was forgotten nobody knows, and they are counted. */
const forgotten = (core: OneOffPort, id: string, sums: OneOffSums, known: OneOff | null): number => {
  if (known && sums.createdAt >= (allSince(core.sql) ?? 0)) return 0
  return Math.max(0, sums.success + sums.fail + sums.unknown - countTried(core.sql, id))
}

export const oneOffPeople = (core: OneOffPort, ask: PeopleAsk): OneOffPeople => {
  const known = readOneOff(core.sql, ask.id)
  const sums = known ?? ask.sums
  const { rows, next } = pageOf(partsOf(core, ask, sums), ask)
  return {
    list: rows,
    next,
    unlisted: skipCount(sums.skipped) - sums.refused.length,
    forgotten: forgotten(core, ask.id, sums, known),
  }
}
