// The recipients that the list shows, as conditions of a segment. Pure.
import { phoneStart } from '../../../../../contract/ground/phone.ts'
import type { PhoneFilters } from '../../../../../contract/recipients/phone-filters.ts'
import type { Condition, Group } from '../../../../../contract/recipients/segments.ts'

const not = (one: Condition): Group => ({ join: 'and', not: true, of: [one] })
/** @returns null: everybody is shown */
export const shownRule = (
  { state, consent, stopped, sent, grade, source, tag }: PhoneFilters,
  search: string,
): Group | null => {
  const start = phoneStart(search)
  const of: (Condition | Group)[] = [
    ...(state ? [state === 'active' ? ({ is: 'active' } as const) : not({ is: 'active' })] : []),
    ...(consent ? [consent === 'yes' ? ({ is: 'consent' } as const) : not({ is: 'consent' })] : []),
    ...(stopped ? [stopped === 'yes' ? ({ is: 'stopped' } as const) : not({ is: 'stopped' })] : []),
    ...(sent ? [{ is: 'sendable' } as const] : []),
    ...(sent === 'never' ? [{ is: 'never_written' } as const] : []),
    ...(sent === 'week' ? [{ is: 'written', when: 'within', days: 7 } as const] : []),
    ...(sent === 'month' ? [{ is: 'written', when: 'before', days: 30 } as const] : []),
    ...(grade ? [{ is: 'grade', grade } as const] : []),
    ...(source ? [{ is: 'source', source } as const] : []),
    ...(tag ? [{ is: 'tag', tag } as const] : []),
    ...(search === ''
      ? []
      : /^\d+$/.test(start)
        ? [{ is: 'number', prefix: start } as const]
        : [{ is: 'name', words: search } as const]),
  ]
  return of.length === 0 ? null : { join: 'and', not: false, of }
}
