// A choice of one among a few values, all of them visible.
import { classNames } from './class-names.ts'

type Props = {
  label: string
  now: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

export function FilterChips({ label, now, choices, onChoose }: Props) {
  return (
    <fieldset aria-label={label} className="grid min-w-0 grid-cols-[auto_auto] gap-2 sm:flex sm:flex-wrap">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === now}
          onClick={() => onChoose(choice.value)}
          className={classNames(
            'min-h-9 rounded-full border px-3 text-[13px] transition-colors',
            choice.value === now
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line text-ink-2 hover:bg-surface-2 hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
