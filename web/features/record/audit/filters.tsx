// The filters of the audit log: what was done, and from which day to which.
import { actionsOf, AUDIT_AREAS } from '../../../../contract/record/audit.ts'
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import { DateRange } from '../../../lib/lists/date-range.tsx'
import type { PageQueryState } from '../../../lib/lists/use-page-query.ts'
import { Select } from '../../../ui/input.tsx'
import { deedOf } from '../../../lib/format/deed.ts'

export function AuditFilters({ place }: { place: PageQueryState }) {
  return (
    <>
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
