// A rule while it is built: new conditions, changes inside it, and its numbers as they are typed. Pure.
import { CAMPAIGN_KNOWN_DAYS } from '../../../../contract/ground/campaign-days.ts'
import { type Range, readWhole } from '../../../../contract/ground/read-numbers.ts'
import { showWhole } from '../../../../contract/ground/value-texts.ts'
import { type Condition, type Group, isGroup } from '../../../../contract/recipients/segments.ts'

export type Kind = Condition['is']
/** Three levels, as the server takes them. */
export const DEEPEST = 3
/** In the order of the choice. */
const NEW: { [K in Kind]: Extract<Condition, { is: K }> } = {
  tag: { is: 'tag', tag: 0 },
  field: { is: 'field', field: '', how: 'is', value: '' },
  source: { is: 'source', source: '' },
  grade: { is: 'grade', grade: 'message' },
  agreed: { is: 'agreed', when: 'within', days: 365 },
  consent: { is: 'consent' },
  written: { is: 'written', when: 'before', days: 30 },
  never_written: { is: 'never_written' },
  sent: { is: 'sent', at: 'least', times: 1 },
  campaign: { is: 'campaign', campaign: 0, was: 'missed' },
  came: { is: 'came', came: 'read', days: CAMPAIGN_KNOWN_DAYS },
  number: { is: 'number', prefix: '' },
  name: { is: 'name', words: '' },
  agreed_topic: { is: 'agreed_topic', topic: '' },
  refuses: { is: 'refuses', topic: '' },
  active: { is: 'active' },
  stopped: { is: 'stopped' },
  sendable: { is: 'sendable' },
}
export const KINDS = Object.keys(NEW) as Kind[]
export const newCondition = (is: Kind): Condition => ({ ...NEW[is] })
export const newGroup = (): Group => ({ join: 'and', not: false, of: [newCondition('tag')] })
/** The one at this place is replaced; null: it goes. */
export const replaced = (group: Group, at: number, by: Condition | Group | null): Group => ({
  ...group,
  of: group.of.flatMap((one, index) => (index === at ? (by === null ? [] : [by]) : [one])),
})
/** Nothing of it is still empty. */
export const isWhole = (one: Condition | Group): boolean => {
  if (isGroup(one)) return one.of.every(isWhole)
  if (one.is === 'field') return one.field !== '' && (one.how === 'none' || one.value.trim() !== '')
  return (
    Object.values(one).every((value) => value !== '' && !Number.isNaN(value)) &&
    !(one.is === 'tag' && one.tag === 0) &&
    !(one.is === 'campaign' && one.campaign === 0)
  )
}

/** What the rule has of a typed text, which groups thousands by dots; NaN: nothing. */
export const typedNumber = (typed: string, range: Range): number => {
  const read = readWhole(typed, range)
  return 'value' in read ? read.value : Number.NaN
}
/** What its box shows: as it was typed, as long as that says the rule's number. Rows are known by their place, where another one may stand by now. */
export const shownNumber = (typed: string, value: number, range: Range): string => {
  if (Object.is(typedNumber(typed, range), value)) return typed
  return Number.isNaN(value) ? '' : showWhole(value)
}
