// What a step and an invariant of the model are.
import type { State, World } from './world.ts'

export type Over = 'account' | 'runner' | 'person' | 'change' | 'withdraw' | 'recipient'
/** A condition of a step. `or` says, of a step that is refused, what is not so. */
export type Need = {
  rule: string | null
  or: string
  holds: (w: World, s: State, x: number, y: number, z: number) => boolean
}
export type Step = {
  /** In words; A, B and C stand for what it is about. */
  name: string
  over: readonly Over[]
  needs: readonly Need[]
  does: (w: World, s: State, x: number, y: number, z: number) => void
}
export type Invariant = {
  /** Its name in docs/rules.md. */
  rule: string
  what: string
  holds: (w: World, s: State) => boolean
}
export const need = (or: string, rule: string | null, holds: Need['holds']): Need => ({ rule, or, holds })

export const countOf = (w: World, over: Over): number => {
  switch (over) {
    case 'account':
      return w.size.accounts
    case 'runner':
      return w.size.runners
    case 'person':
      return w.size.persons
    case 'change':
      return w.size.deletes ? 7 : 6
    case 'withdraw':
      return w.size.withdraws
    case 'recipient':
      return w.size.recipients
  }
}
/** A step in words, with the names of what it is about. */
export const inWords = ({ name }: Step, names: readonly string[]): string =>
  name.replace(/\b[ABC]\b/g, (letter) => names[letter.charCodeAt(0) - 65] ?? letter)
/** The first condition that does not hold; null: the step is possible. */
export const refusedBy = (step: Step, w: World, s: State, x = 0, y = 0, z = 0): Need | null => {
  for (const one of step.needs) if (!one.holds(w, s, x, y, z)) return one
  return null
}
