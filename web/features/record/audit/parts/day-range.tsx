// From which day to which: each end limits the other.
import { Input } from '../../../../ui/input.tsx'

export type Days = { from: string; to: string }
type Props = { words: Days; now: Days; onChange: (change: Partial<Days>) => void }

export function DayRange({ words, now, onChange }: Props) {
  return (['from', 'to'] as const).map((end) => (
    <label key={end} className="flex min-w-0 flex-col gap-1 text-xs text-ink-2 sm:flex-row sm:items-center sm:gap-2">
      {words[end]}
      <Input
        type="date"
        value={now[end]}
        {...(end === 'from' && now.to ? { max: now.to } : {})}
        {...(end === 'to' && now.from ? { min: now.from } : {})}
        onChange={({ target }) => onChange({ [end]: target.value })}
        className="sm:w-40"
      />
    </label>
  ))
}
