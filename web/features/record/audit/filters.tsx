// The filters of the audit log: what was done, and from which day to which.
import { actionsOf, AUDIT_AREAS } from '../../../../contract/record/audit.ts'
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import { Select } from '../../../ui/input.tsx'
import { type Days, DayRange } from './parts/day-range.tsx'
import { deedOf } from '../../../lib/format/deed.ts'

export type Filters = Days & { action: string }
type Props = { now: Filters; onChange: (change: Partial<Filters>) => void }

export function AuditFilters({ now, onChange }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      <Select
        aria-label={texts.filterAction}
        value={now.action}
        onChange={({ target }) => onChange({ action: target.value })}
        className="col-span-2 sm:w-56"
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
      <DayRange words={texts} now={now} onChange={onChange} />
    </div>
  )
}
