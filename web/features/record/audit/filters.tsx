// The filters of the audit log: what was done, and from which day to which.
import { X } from 'lucide-react'
import { actionsOf, AUDIT_AREAS } from '../../../../contract/record/audit.ts'
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import { DateRange } from '../../../lib/lists/date-range.tsx'
import type { PageQueryState } from '../../../lib/lists/use-page-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/input.tsx'
import { deedOf } from '../../../lib/format/deed.ts'

/** The one entry that a link asks for; empty: all. */
export const entryOf = (place: Pick<PageQueryState, 'param'>): string => {
  const id = place.param('id')
  return /^[1-9]\d{0,14}$/.test(id) ? id : ''
}

export function AuditFilters({ place }: { place: PageQueryState }) {
  const entry = entryOf(place)
  return (
    <>
      {entry !== '' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={texts.allEntries(entry)}
          onClick={() => place.put({ id: '', page: '' })}
        >
          {texts.entry(entry)}
          <X aria-hidden className="size-4" />
        </Button>
      )}
      <Select
        aria-label={texts.filterAction}
        value={place.param('action')}
        onChange={({ target }) => place.put({ action: target.value, page: '' })}
        className="sm:w-56"
      >
        <option value="">{texts.allActions}</option>
        {AUDIT_AREAS.map((area) => (
          <optgroup key={area} label={texts.areas[area] ?? area}>
            <option value={area}>{texts.allOf(texts.areas[area] ?? area)}</option>
            {actionsOf(area).map((action) => (
              <option key={action} value={action}>
                {deedOf(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <DateRange place={place} />
    </>
  )
}
