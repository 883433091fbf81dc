// From which day to which a list goes, in the address as `from` and `to`: each end limits the other.
import { listTexts } from '../../texts/indonesian.ts'
import { FilterPopover } from '../../ui/filter-popover.tsx'
import { Input } from '../../ui/input.tsx'
import { formatDay } from '../format/format.ts'
import type { PageQueryState } from './use-page-query.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayOf = (text: string): string => (DAY.test(text) ? text : '')
type Days = { from: string; to: string }
/** As the call takes them; what of the address is no day counts as absent. */
export const daysOf = (place: Pick<PageQueryState, 'param'>): Days => ({
  from: dayOf(place.param('from')),
  to: dayOf(place.param('to')),
})
const shownOf = ({ from, to }: Days): string => {
  const [first, last] = [from, to].map((day) => (day === '' ? '' : formatDay(`${day}T00:00:00+07:00`)))
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? listTexts.daysFrom(first) : last ? listTexts.daysTo(last) : listTexts.days
}

export function DateRange({ place }: { place: Pick<PageQueryState, 'param' | 'put'> }) {
  const now = daysOf(place)
  return (
    <FilterPopover label={listTexts.days} text={shownOf(now)} active={now.from !== '' || now.to !== ''}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex min-w-0 flex-col gap-1 text-xs text-ink-2">
          {listTexts.dayEnds[end]}
          <Input
            type="date"
            value={now[end]}
            {...(end === 'from' && now.to ? { max: now.to } : {})}
            {...(end === 'to' && now.from ? { min: now.from } : {})}
            onChange={({ target }) => place.put({ [end]: dayOf(target.value), page: '' })}
          />
        </label>
      ))}
    </FilterPopover>
  )
}
