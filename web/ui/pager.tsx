// Buttons for the previous and the next page; shown only when there is more than one page.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

type Props = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  labels: { nav: string; previous: string; next: string; place: string }
}

export function Pager({ page, totalPages, onPage, labels }: Props) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label={labels.nav} className="flex items-center justify-between gap-3 border-t border-line px-4 py-3">
      <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
        {labels.previous}
      </Button>
      <p className="text-[13px] text-ink-2 tabular-nums">{labels.place}</p>
      <Button variant="secondary" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        {labels.next}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  )
}
