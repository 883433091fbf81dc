// Newer and older pages beside a cursor of the address: a page stays what it was while new lines come in on top.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Cursors } from '../../../../../contract/money/ledger.ts'
import { statementTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'

type Props = { cursors: Cursors; onPage: (place: { before: string; after: string }) => void }
export function CursorPager({ cursors: { newer, older }, onPage }: Props) {
  if (newer === null && older === null) return null
  return (
    <nav aria-label={texts.pages} className="flex items-center justify-between gap-3 border-t border-line px-4 py-3">
      <Button
        variant="secondary"
        size="sm"
        disabled={newer === null}
        onClick={() => onPage({ before: '', after: newer ?? '' })}
      >
        <ChevronLeft aria-hidden className="size-4" />
        {texts.newer}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={older === null}
        onClick={() => onPage({ before: older ?? '', after: '' })}
      >
        {texts.older}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  )
}
