// Deletes the marked rows of a list: the bar, the question before it, and one call for all of them.
import { Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { listTexts } from '../../texts/indonesian.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import type { RowSelection } from '../../ui/row-mark.tsx'
import { part } from '../../ui/part.tsx'
import { notify } from '../../ui/notify.tsx'
import { errorText } from '../api/http.ts'
import type { Subject } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { formatNumber } from '../format/format.ts'
import { useSelection } from './use-selection.ts'

const DeleteQuestion = part(() => import('../../ui/delete-question.tsx'))

/** isAll: the whole page. */
export type Marked<T, G> = { selected: readonly T[]; isAll: boolean; clear: () => void; given: G }
type Options<T extends { id: string | number }, A, G> = {
  of: Subject
  rows: readonly T[]
  /** Names a row for screen readers. */
  subject: (row: T) => string
  send: (ids: T['id'][]) => Promise<A>
  question: (count: string) => ReactNode
  doneText: (answer: A) => string
  /** Further acts on the marked rows. */
  More?: ComponentType<Marked<T, G>>
  /** What these need besides. */
  given?: G
}
export type Bulk<T> = { selection: RowSelection<T>; bar: ReactNode }

export const useBulkRemoval = <T extends { id: string | number }, A, G = undefined>(
  options: Options<T, A, G>,
): Bulk<T> => {
  const { of, rows, subject, send, question, doneText, More, given } = options
  const { selection, selected, clear } = useSelection(rows, {
    all: listTexts.selectAll,
    one: (row) => listTexts.selectOne(subject(row)),
  })
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction({
    send: () => send(selected.map(({ id }) => id)),
    changes: [of],
    onDone: (answer) => {
      notify.success(doneText(answer))
      clear()
    },
    onRefused: (error) => {
      notify.error(errorText(error))
      return true
    },
  })
  const count = formatNumber(selected.length)
  const bar = (
    <>
      {selected.length > 0 && (
        <BulkBar
          label={listTexts.bulk}
          count={listTexts.selected(count)}
          clear={listTexts.clearSelection}
          onClear={clear}
        >
          {More && <More selected={selected} isAll={selection.all === 'all'} clear={clear} given={given as G} />}
          <Button variant="danger" size="sm" busy={busy} onClick={() => setAsking(true)}>
            {!busy && <Trash2 aria-hidden className="size-4" />}
            {busy ? listTexts.removing : listTexts.remove}
          </Button>
        </BulkBar>
      )}
      {asking && (
        <Suspense fallback={null}>
          <DeleteQuestion words={listTexts} onYes={() => void run()} onClose={() => setAsking(false)}>
            {question(count)}
          </DeleteQuestion>
        </Suspense>
      )}
    </>
  )
  return { selection, bar }
}
