// What is usual for a price or a referral share: the least that it was in the last thirty days, or since a second person agreed to it
// (rule usual-price). Pure; times in ms.
import type { Rupiah } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/ground/settings.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { lowestOf } from './rules.ts'

const USUAL_FACTOR = 3
/** Steps of three times each within this are one. */
export const USUAL_MS = 30 * DAY_MS
/** Three times nothing is nothing: less than these counts as these. */
const FEE_FLOOR = DEFAULT_SETTINGS.price
const PERCENT_FLOOR = 5

type RankedLevel = { id: string; blast_fee: Rupiah; requirement_blast: number }
/** Of the audit log, about a level, the settings or a person. */
export type PastChange = {
  target: string
  action: string
  at: number
  before: Readonly<Record<string, unknown>> | null
}
/** A question that was approved; what it changed starts over. */
export type Agreed = { kind: string; subject: string; at: number; payload: Readonly<Record<string, unknown>> }
export type Past = { changes: readonly PastChange[]; agreed: readonly Agreed[] }

const numberOf = (value: unknown): number[] => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? [number] : []
}
const least = (values: readonly number[], floor: number): number =>
  Math.max(floor, values.length === 0 ? 0 : Math.min(...values))
/** More than three times of what is usual. */
export const isSteep = (value: number, usual: number): boolean => value > USUAL_FACTOR * usual

const changesSince = ({ changes, agreed }: Past, target: string, isAgreed: (one: Agreed) => boolean): PastChange[] => {
  const since = Math.max(0, ...agreed.filter((one) => one.subject === target && isAgreed(one)).map(({ at }) => at))
  return changes.filter((change) => change.target === target && change.at > since)
}
type Steered = 'price' | 'referral_percent'
const usualSetting = (key: Steered, now: Pick<Settings, Steered>, past: Past): number => {
  const befores = changesSince(past, 'settings', ({ kind, payload }) => kind === 'setting' && key in payload)
  const values = [now[key], ...befores.map(({ before }) => before?.[key])].flatMap(numberOf)
  return least(values, key === 'price' ? FEE_FLOOR : PERCENT_FLOOR)
}
/** Of a campaign's price, which has no past: what is usual, and the most that needs no second person. @param above the setting; 0: off */
export const campaignLimits = (
  { setting, past }: Pick<Ladder, 'setting' | 'past'>,
  above: Rupiah,
): { usual: Rupiah; most: Rupiah } => {
  const usual = usualSetting('price', setting, past)
  const most = USUAL_FACTOR * usual
  return { usual, most: above > 0 ? Math.min(above, most) : most }
}
/** Of the settings that rise, by their keys, those that become more than three times the usual, with the usual. */
export const steepSettings = (
  before: Pick<Settings, Steered>,
  after: Pick<Settings, Steered>,
  past: Past,
): Partial<Record<Steered, number>> =>
  Object.fromEntries(
    (['price', 'referral_percent'] as const).flatMap((key) => {
      const usual = usualSetting(key, before, past)
      const rises = Number(after[key]) > Number(before[key])
      return rises && isSteep(Number(after[key]), usual) ? [[key, usual] as const] : []
    }),
  )

const isFeeAgreed = ({ kind, payload }: Agreed): boolean => {
  const { values, before } = payload as Partial<Record<'values' | 'before', { blast_fee: Rupiah } | null>>
  return kind === 'level' && values?.blast_fee !== before?.blast_fee
}
const ofLevel = (level: RankedLevel, past: Past): { values: number[]; isNew: boolean } => {
  const since = changesSince(past, level.id, isFeeAgreed)
  return {
    values: [level.blast_fee, ...since.flatMap(({ before }) => numberOf(before?.['blast_fee']))],
    isNew: since.some(({ action }) => action === 'level.create'),
  }
}
export type Ladder = { levels: readonly RankedLevel[]; setting: Pick<Settings, Steered>; past: Past }
/** What somebody who has reached so much is paid by the levels that were there before: a new level is measured by it. */
const usualAt = ({ levels, setting, past }: Ladder, requirement: number, but: string | null): number => {
  const old = levels.filter((level) => level.id !== but && !ofLevel(level, past).isNew)
  const below = old
    .filter(({ requirement_blast }) => requirement_blast <= requirement)
    .toSorted((a, b) => b.requirement_blast - a.requirement_blast || a.blast_fee - b.blast_fee)[0]
  const base = below ?? lowestOf(old)
  return base ? least(ofLevel(base, past).values, FEE_FLOOR) : usualSetting('price', setting, past)
}
export const usualLevel = (ladder: Ladder, level: RankedLevel): number => {
  const { values, isNew } = ofLevel(level, ladder.past)
  const own = least(values, FEE_FLOOR)
  return isNew ? Math.min(own, usualAt(ladder, level.requirement_blast, level.id)) : own
}
type Values = Pick<RankedLevel, 'blast_fee' | 'requirement_blast'>
type Lowest = { before: RankedLevel | null; after: RankedLevel | null }
/**
 * What is steep about a change of a level, with what is usual there: its price, for those who have it or will have it sooner; and the price
 * that everybody begins with. @param before null: a new level. values null: it is deleted.
 */
export const steepLevel = (
  ladder: Ladder,
  { before, values, lowest }: { before: RankedLevel | null; values: Values | null; lowest: Lowest },
): { fee?: Rupiah; lowest?: Rupiah } => {
  const steep: { fee?: Rupiah; lowest?: Rupiah } = {}
  if (values !== null) {
    const isSooner = before === null || values.requirement_blast < before.requirement_blast
    const usual = Math.min(
      ...(before === null ? [] : [usualLevel(ladder, before)]),
      ...(isSooner ? [usualAt(ladder, values.requirement_blast, before?.id ?? null)] : []),
    )
    const rises = isSooner || values.blast_fee > before.blast_fee
    if (rises && isSteep(values.blast_fee, usual)) steep.fee = usual
  }
  if (lowest.after !== null && lowest.after.blast_fee > (lowest.before?.blast_fee ?? 0)) {
    const usual = lowest.before ? usualLevel(ladder, lowest.before) : usualSetting('price', ladder.setting, ladder.past)
    if (isSteep(lowest.after.blast_fee, usual)) steep.lowest = usual
  }
  return steep
}
/** What a person was paid at least: by fees of their own, and while they had none by their levels. */
export const usualPerson = (
  ladder: Ladder,
  person: { id: string; blast_fee: Rupiah | null; level_id: string },
): number => {
  const since = changesSince(ladder.past, person.id, ({ kind }) => kind === 'price')
  const befores = since.flatMap(({ before }) => (before === null ? [] : [before]))
  const owns = [
    person.blast_fee,
    ...befores.filter((was) => 'blast_fee' in was).map((was) => was['blast_fee'] as number | null),
  ]
  const ids = [person.level_id, ...befores.flatMap(({ level_id: id }) => (typeof id === 'string' ? [id] : []))]
  const byLevels = ids.map((id) => {
    const level = ladder.levels.find((one) => one.id === id)
    return level ? usualLevel(ladder, level) : usualSetting('price', ladder.setting, ladder.past)
  })
  return least([...owns.flatMap(numberOf), ...(owns.includes(null) ? byLevels : [])], FEE_FLOOR)
}
