// The last imports of a kind: those that run with their progress, also after the page was left, and the way to each one's result.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ImportKind, ListedImport } from '../../../contract/recipients/imports.ts'
import { common, importTexts as texts } from '../../texts/indonesian.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { part } from '../../ui/part.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { call } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'
import { formatMoment, formatNumber } from '../format/format.ts'
import { useRowAction } from '../lists/use-row-action.ts'

const UndoDialog = part(() => import('./undo-dialog.tsx'))
const ASK_MS = 3_000
const TONES: Record<ListedImport['status'], Tone> = { running: 'accent', done: 'success', failed: 'danger' }

const useImports = (kind: ImportKind) =>
  useQuery({
    queryKey: keys.choices('imports', kind),
    queryFn: ({ signal }) => call('GET /admin/import', { query: { kind } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? ASK_MS : false),
  })

type Props = { kind: ImportKind; onOpen: (id: string) => void }
export default function ImportHistory({ kind, onOpen }: Props) {
  const { data } = useImports(kind)
  const [asked, setAsked] = useState<ListedImport | null>(null)
  const [taken, takeBack] = useState<ListedImport | null>(null)
  const cancel = useRowAction({
    idOf: ({ id }: ListedImport) => id,
    send: ({ id }: ListedImport) =>
      call('POST /admin/import/:id/cancel', { params: { id } }, { fallback: texts.cancelFailed }),
    changes: ['imports', 'phone-numbers'],
    doneText: texts.cancelled,
  })
  const rows = data?.data ?? []
  if (rows.length === 0) return null
  return (
    <section aria-label={texts.last} className="flex min-w-0 flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.last}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-col gap-1 py-2 text-[13px] text-ink-2">
            <div className="flex min-w-0 items-center gap-2">
              <button
                type="button"
                aria-label={texts.open(row.fileName)}
                onClick={() => onOpen(row.id)}
                className="min-w-0 flex-1 truncate py-1 text-left text-accent-text hover:underline"
              >
                {row.fileName}
              </button>
              <Badge tone={TONES[row.status]} live={row.status === 'running'}>
                {texts.statuses[row.status]}
              </Badge>
            </div>
            {row.status === 'running' && <ProgressLine label={row.fileName} percent={row.progress} />}
            <p className="tabular-nums">
              {texts.counts(formatNumber(row.createdCount), formatNumber(row.skippedCount))}
              {row.takenBackCount > 0 && ` · ${texts.takenBack(formatNumber(row.takenBackCount))}`}
            </p>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>{texts.by(row.byName ?? '', formatMoment(row.createdAt))}</span>
              {kind === 'phonenumber' && row.status !== 'running' && row.createdCount > row.takenBackCount && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={texts.cancelOf(row.fileName)}
                  onClick={() => takeBack(row)}
                >
                  {texts.cancel}
                </Button>
              )}
              {row.status === 'running' && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={texts.cancelOf(row.fileName)}
                  busy={cancel.isBusy(row.id)}
                  onClick={() => setAsked(row)}
                >
                  {texts.cancel}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {taken && (
        <Suspense fallback={null}>
          <UndoDialog file={taken} onClose={() => takeBack(null)} />
        </Suspense>
      )}
      {asked && (
        <Confirm
          title={texts.cancelTitle(asked.fileName)}
          confirmLabel={texts.cancel}
          cancelLabel={common.back}
          danger
          onConfirm={() => cancel.run(asked)}
          onClose={() => setAsked(null)}
        >
          {texts.cancelText}
        </Confirm>
      )}
    </section>
  )
}
