// The order of a list as a select; also used above cards, which have no column heads. Where a line is short it is its icon alone: the
// choices open as everywhere.
import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { inputClass } from './input.tsx'

type Props = {
  label: string
  now: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}
const SIGN = 'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-ink-3'

export function SortSelect({ label, now, choices, onChoose }: Props) {
  return (
    <div className="relative block w-11 shrink-0 sm:w-56 lg:max-2xl:w-9">
      <ArrowUpDown aria-hidden className={classNames(SIGN, 'left-3 max-sm:left-3.5 lg:max-2xl:left-2.5')} />
      <select
        aria-label={label}
        title={label}
        value={now}
        onChange={({ target }) => onChoose(target.value)}
        className={inputClass(
          'appearance-none pr-9 pl-9 text-ellipsis max-sm:p-0 max-sm:text-transparent lg:max-2xl:p-0 lg:max-2xl:text-transparent',
        )}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} className="text-ink">
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className={classNames(SIGN, 'right-3 max-sm:hidden lg:max-2xl:hidden')} />
    </div>
  )
}
