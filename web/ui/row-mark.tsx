// The box that marks a row of a list.
/** Rows that may be marked. */
export type RowSelection<T> = {
  isSelected: (row: T) => boolean
  toggle: (row: T) => void
  all: 'none' | 'some' | 'all'
  toggleAll: () => void
  words: { all: string; one: (row: T) => string }
}

/** @param now 'some': of several, some are marked */
export function Mark({ label, now, onToggle }: { label: string; now: boolean | 'some'; onToggle: () => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside, and named by itself
    <label className="grid size-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={now === true}
        ref={(box) => {
          if (box) box.indeterminate = now === 'some'
        }}
        onChange={onToggle}
        className="size-4.5 accent-(--accent)"
      />
    </label>
  )
}
