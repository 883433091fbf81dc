// Where a list stands, the buttons for its other pages, and how many rows a page has; shown only when there is more than one page.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { Select } from './input.tsx'

/** How many rows a page may have. */
type Sizes = { label: string; now: number; all: readonly number[]; onChoose: (size: number) => void }
type Props = {
  page: number
  totalPages: number
  /** false: nobody knows which page is the last one. */
  isEndKnown: boolean
  onPage: (page: number) => void
  /** undefined: nobody chooses. */
  sizes?: Sizes | undefined
  labels: { nav: string; first: string; previous: string; next: string; last: string; range: string; place: string }
}

function End({
  icon: Icon,
  label,
  ...rest
}: {
  icon: LucideIcon
  label: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <Button variant="secondary" size="sm" aria-label={label} title={label} className="px-2!" {...rest}>
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}

export function Pager({ page, totalPages, isEndKnown, onPage, sizes, labels }: Props) {
  if (totalPages <= 1 && !sizes) return null
  const isFirst = page <= 1
  const isLast = page >= totalPages
  return (
    <nav
      aria-label={labels.nav}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line px-4 py-3 lg:py-2"
    >
      <div className="flex w-full items-center justify-center gap-x-3 text-[13px] text-ink-2 tabular-nums sm:order-2 sm:w-auto">
        <p className="flex gap-x-3">
          <span>{labels.range}</span>
          <span className="text-ink-3">{labels.place}</span>
        </p>
        {sizes && (
          <Select
            aria-label={sizes.label}
            title={sizes.label}
            value={sizes.now}
            onChange={({ target }) => sizes.onChoose(Number(target.value))}
            className="w-20! shrink-0"
          >
            {sizes.all.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
        )}
      </div>
      <div className="flex gap-2 sm:order-1">
        <End icon={ChevronFirst} label={labels.first} disabled={isFirst} onClick={() => onPage(1)} />
        <Button variant="secondary" size="sm" disabled={isFirst} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
          {labels.previous}
        </Button>
      </div>
      <div className="flex gap-2 sm:order-3">
        <Button variant="secondary" size="sm" disabled={isLast} onClick={() => onPage(page + 1)}>
          {labels.next}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
        <End
          icon={ChevronLast}
          label={labels.last}
          disabled={isLast || !isEndKnown}
          onClick={() => onPage(totalPages)}
        />
      </div>
    </nav>
  )
}
