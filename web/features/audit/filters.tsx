// The filters of the audit log: what was done, and from which day to which.
import { actionsOf, AUDIT_AREAS } from '../../../contract/audit.ts'
import { auditTexts as texts } from '../../texts/indonesian.ts'
import { Input, Select } from '../../ui/input.tsx'
import { deedOf } from './parts/words.ts'

export type Filters = { action: string; from: string; to: string }
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
      {(['from', 'to'] as const).map((end) => (
        <label
          key={end}
          className="flex min-w-0 flex-col gap-1 text-xs text-ink-2 sm:flex-row sm:items-center sm:gap-2"
        >
          {texts[end]}
          <Input
            type="date"
            value={now[end]}
            {...(end === 'from' && now.to ? { max: now.to } : {})}
            {...(end === 'to' && now.from ? { min: now.from } : {})}
            onChange={({ target }) => onChange({ [end]: target.value })}
            className="sm:w-40"
          />
        </label>
      ))}
    </div>
  )
}
