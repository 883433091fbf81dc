// Deletes rows of a list: the column with the buttons, the question before it, and the row's removal after the server's answer.
import { type ReactNode, Suspense, useState } from 'react'
import type { QueryOf, Route } from '../../../contract/api/table.ts'
import { listTexts } from '../../texts/indonesian.ts'
import type { Column } from '../../ui/data-list.tsx'
import { part } from '../../ui/part.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { ApiError, call } from '../api/http.ts'
import type { Subject } from '../api/query-keys.ts'
import { useRowAction } from './use-row-action.ts'
import { useRows } from './use-rows.ts'

const DeleteQuestion = part(() => import('../../ui/delete-question.tsx'))

/** One that asks for a reason has a dialog of its own. */
type Deletes = Exclude<Extract<Route, `DELETE ${string}`>, 'DELETE /admin/suppression/:id'>
/** The row to delete, and the server's refusal of the first try; null: not tried yet. */
type PendingRemoval<T> = { row: T; refusal: ApiError | null }
type Options<T> = {
  of: Subject
  route: Deletes
  /** Shown when the server sends no text. */
  fallback?: string
  /** The text of the question. */
  question: (row: T) => ReactNode
  /** What else of the page the answer changes. */
  alsoChanges?: readonly Subject[]
  /** Of the row as it was shown: what somebody has edited since is not deleted (rule edit-versions). */
  version?: (row: T) => string
  /** true: nothing was removed yet, and the person was told so; the row stays. */
  waits?: (answer: unknown) => boolean
  /** For a refusal that may be overridden: the second question, its button, and the query that the second call adds. */
  insist?: {
    isAsked: (refusal: ApiError) => boolean
    text: (refusal: ApiError) => ReactNode
    yes: string
    query: QueryOf<Deletes>
  }
}
type Actions<T> = { head: string; subject: (row: T) => string; editTo?: (row: T) => string }

export type Removal<T> = {
  /** true while the server deletes it. */
  isRemoving: (row: T) => boolean
  /** Opens the question. */
  ask: (row: T) => void
  /** The last column: edit and delete. */
  column: (actions: Actions<T>) => Column<T>
  /** The question's dialog, to be rendered anywhere on the screen. */
  dialog: ReactNode
}

export const useRemoval = <T extends { id: string | number }>({
  of,
  route,
  fallback,
  question,
  insist,
  alsoChanges = [],
  version,
  waits,
}: Options<T>): Removal<T> => {
  const rows = useRows<T>(of)
  const [pending, setPending] = useState<PendingRemoval<T> | null>(null)
  const { isBusy, run } = useRowAction<PendingRemoval<T>>({
    idOf: ({ row }) => row.id,
    send: ({ row, refusal }) =>
      call(
        route,
        { params: { id: row.id }, query: refusal && insist ? insist.query : version ? { version: version(row) } : {} },
        { fallback: fallback ?? listTexts.removeFailed },
      ),
    changes: [of, ...alsoChanges],
    onDone: (answer, { row }) => {
      if (!waits?.(answer)) rows.change((list) => list.filter(({ id }) => id !== row.id))
    },
    onRefused: (error, { row, refusal }) => {
      if (refusal !== null || !(error instanceof ApiError) || !insist?.isAsked(error)) return false
      setPending({ row, refusal: error })
      return true
    },
  })
  return {
    isRemoving: ({ id }) => isBusy(id),
    ask: (row) => setPending({ row, refusal: null }),
    column: ({ head, subject, editTo }) => ({
      head,
      card: 'foot',
      cell: (row) => (
        <RowActions
          subject={subject(row)}
          {...(editTo ? { editTo: editTo(row) } : {})}
          deleting={isBusy(row.id)}
          onDelete={() => setPending({ row, refusal: null })}
          words={listTexts}
        />
      ),
    }),
    dialog: pending && (
      <Suspense fallback={null}>
        <DeleteQuestion
          words={insist && pending.refusal ? { ...listTexts, removeYes: insist.yes } : listTexts}
          onYes={() => run(pending)}
          onClose={() => setPending(null)}
        >
          {insist && pending.refusal ? insist.text(pending.refusal) : question(pending.row)}
        </DeleteQuestion>
      </Suspense>
    ),
  }
}
