// The recipients that the list shows, as conditions of a segment. Pure.
import { phoneStart } from '../../../../../contract/ground/phone.ts'
import type { PhoneFilters } from '../../../../../contract/recipients/phone-filters.ts'
import type { Condition, Group } from '../../../../../contract/recipients/segments.ts'

type Conditions = (Condition | Group)[]
const not = (one: Condition): Group => ({ join: 'and', not: true, of: [one] })
/** @returns null: everybody is shown */
export const shownRule = (
  { state, consent, stopped, sent, grade, source, tag }: PhoneFilters,
  search: string,
): Group | null => {
  const start = phoneStart(search)
  // each of them: one that were missing would narrow the list alone, and an act on all who match would take whom the list does not show
  const filters: Record<keyof PhoneFilters, Conditions> = {
    state: state ? [state === 'active' ? { is: 'active' } : not({ is: 'active' })] : [],
    consent: consent ? [consent === 'yes' ? { is: 'consent' } : not({ is: 'consent' })] : [],
    stopped: stopped ? [stopped === 'yes' ? { is: 'stopped' } : not({ is: 'stopped' })] : [],
    sent: [
      ...(sent ? [{ is: 'sendable' } as const] : []),
      ...(sent === 'never' ? [{ is: 'never_written' } as const] : []),
      ...(sent === 'week' ? [{ is: 'written', when: 'within', days: 7 } as const] : []),
      ...(sent === 'month' ? [{ is: 'written', when: 'before', days: 30 } as const] : []),
    ],
    grade: grade ? [{ is: 'grade', grade }] : [],
    source: source ? [{ is: 'source', source }] : [],
    tag: tag ? [{ is: 'tag', tag }] : [],
  }
  const of: Conditions = [
    ...Object.values(filters).flat(),
    ...(search === ''
      ? []
      : /^\d+$/.test(start)
        ? [{ is: 'number', prefix: start } as const]
        : [{ is: 'name', words: search } as const]),
  ]
  return of.length === 0 ? null : { join: 'and', not: false, of }
}
