// Everybody that the list's filter finds: the line in the bar of the marked rows, the act that runs, and the last ones.
import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { COUNT_MAX } from '../../../../../contract/ground/count-max.ts'
import type { BulkRow } from '../../../../../contract/recipients/bulk-acts.ts'
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { isRunning, useActs } from '../../../../lib/bulk/acts.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import type { Marked } from '../../../../lib/lists/use-bulk-removal.tsx'
import { bulkTexts as texts, common, segmentTexts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { part } from '../../../../ui/part.tsx'
import { TagMarked } from './tag-tools.tsx'

const AllDialog = part(() => import('./all-dialog.tsx'))
const ActList = part(() => import('../../../../lib/bulk/act-list.tsx'))
const ActStrip = part(() => import('../../../../lib/bulk/act-strip.tsx'))
const EVERYBODY: Group = { join: 'and', not: false, of: [] }

/** rule: what the list shows; null: everybody. total: as far as the list has counted. */
export type AllThatMatch = { rule: Group | null; total: number }
/** In the bar of the marked rows; of a whole page also what is done to all who match, here and on other pages. */
export function MarkedTools({ selected, isAll, clear, given: { rule, total } }: Marked<PhoneRow, AllThatMatch>) {
  const [open, setOpen] = useState(false)
  const count = formatNumber(total)
  return (
    <>
      <TagMarked selected={selected} clear={clear} />
      {isAll && (
        <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
          {texts.all(total >= COUNT_MAX && rule ? segmentTexts.atLeast(count) : count)}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <AllDialog
            rule={rule ?? EVERYBODY}
            onClose={() => setOpen(false)}
            onBegun={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
const JUST_MS = 5 * 60_000
/** The act that runs, or one that has just ended, until it is closed. */
export function RunningAct() {
  const { acts, at } = useActs()
  const [closed, close] = useState<string | null>(null)
  const isJust = ({ created_at }: BulkRow): boolean => at - Date.parse(created_at) < JUST_MS
  const shown = acts.find((row) => isRunning(row) || (isJust(row) && row.id !== closed))
  return shown ? (
    <Suspense fallback={null}>
      <ActStrip row={shown} {...(isRunning(shown) ? {} : { onClose: () => close(shown.id) })} />
    </Suspense>
  ) : null
}
export function LastActs() {
  const { acts } = useActs()
  const [open, setOpen] = useState(false)
  if (acts.length === 0) return null
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={texts.last} title={texts.last} onClick={() => setOpen(true)}>
        <History aria-hidden className="size-4" />
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Dialog
            open
            onClose={() => setOpen(false)}
            title={texts.last}
            description={texts.lastLead}
            closeLabel={common.close}
          >
            <ActList />
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
