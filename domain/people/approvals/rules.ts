// What needs a second person (rules second-person, second-person-limits). Pure.
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { Settings } from '../../../contract/ground/settings.ts'

/** above: the setting in whole rupiah; 0: off. */
export const needsSecond = (amount: Rupiah, above: Rupiah): boolean => above > 0 && amount > above

const LIMITS = ['second_person_above', 'decider_day_limit', 'second_person_fee_above'] as const
const isLooser = (before: number, after: number): boolean => before > 0 && (after === 0 || after > before)
type Limited = Pick<Settings, (typeof LIMITS)[number] | 'price'>
/** The changed settings that would let more money pass without a second person, or that raise everybody's price above the limit. */
export const loosened = (before: Limited, after: Limited): (keyof Limited)[] => {
  const limits: (keyof Limited)[] = LIMITS.filter((key) => isLooser(before[key], after[key]))
  const dearer = after.price > before.price && needsSecond(after.price, before.second_person_fee_above)
  return dearer ? [...limits, 'price'] : limits
}

/** The values that are about to change, as they were when somebody asked. */
export const valuesBefore = <T extends object>(row: T, change: object): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key in change)) as Partial<T>

type LevelValues = { blast_fee: Rupiah; requirement_blast: number }
/** before: null for a new level. A level that asks for less gives its price to more people. */
export const levelNeedsSecond = (before: LevelValues | null, after: LevelValues, feeAbove: Rupiah): boolean =>
  needsSecond(after.blast_fee, feeAbove) &&
  (before === null || after.blast_fee > before.blast_fee || after.requirement_blast < before.requirement_blast)

type Ranked = LevelValues & { id: string }
/** Everybody who comes begins with this one; null: there is no level. */
export const lowestOf = <T extends Ranked>(levels: readonly T[]): T | null =>
  levels.toSorted((a, b) => a.requirement_blast - b.requirement_blast || (a.id < b.id ? -1 : 1))[0] ?? null
/** Whether a change of this level makes another one the lowest, or is of the one that is it then: only so it speaks of everybody's price. */
export const changesLowest = (
  subject: string,
  { before, after }: { before: Ranked | null; after: Ranked | null },
): boolean =>
  after?.id === subject ||
  before?.id !== after?.id ||
  before?.blast_fee !== after?.blast_fee ||
  before?.requirement_blast !== after?.requirement_blast
/** Another level's price may become everybody's without a change of its own. */
export const lowestNeedsSecond = (before: Ranked | null, after: Ranked | null, feeAbove: Rupiah): boolean =>
  after !== null && after.blast_fee > (before?.blast_fee ?? 0) && needsSecond(after.blast_fee, feeAbove)
