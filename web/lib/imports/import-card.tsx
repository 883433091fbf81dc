// Imports rows from a file: the form that sends it, and the result. ?job= shows a large import while it runs.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Route } from '../../../contract/api/table.ts'
import { IMPORT_MAX_BYTES, type ImportKind } from '../../../contract/recipients/imports.ts'
import { listTexts } from '../../texts/indonesian.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { part } from '../../ui/part.tsx'
import { call } from '../api/http.ts'
import { refresh } from '../api/query-keys.ts'
import { formatNumber } from '../format/format.ts'
import { ImportForm, type Source, type Written } from './import-form.tsx'
import type { Fields } from './use-columns.ts'
import { ImportProgress, type ImportSkip } from './import-result.tsx'

const ActList = part(() => import('../bulk/act-list.tsx'))
const ImportHistory = part(() => import('./import-history.tsx'))

type Words = {
  registered: (count: string) => string
  noneRegistered: string
  skippedTitle: (count: string) => string
  skippedColumns: Readonly<Record<string, string>>
}
type PartProps = {
  words: Words
  route: Extract<Route, `POST ${string}/import`>
  kinds: readonly ('.csv' | '.xlsx' | '.json' | '.txt')[]
  /** What is said of all rows of the file at once, such as the source of their consent. */
  source?: Source
  /** The columns of a CSV that can be chosen; none: the header says them. */
  columns?: Fields
  /** Name, without extension, of the file of skipped rows. */
  skippedFile: string
  /** The cells that identify a skipped row; its reason follows. */
  cells?: (skip: ImportSkip) => readonly string[]
}

const KINDS: Record<PartProps['route'], ImportKind> = {
  'POST /admin/phonenumber/import': 'phonenumber',
  'POST /admin/proxy/import': 'proxy',
  'POST /admin/message/import': 'message',
  'POST /admin/suppression/import': 'suppression',
}

type CardProps = PartProps & { words: { fromFile: string; fromFileLead: string }; className?: string }

/** The form and, below it, how far the file is or what came of it. */
export function ImportPart({
  words,
  route,
  kinds,
  source,
  columns,
  skippedFile,
  cells = ({ value }) => [value],
}: PartProps) {
  const [params, setParams] = useSearchParams()
  const job = params.get('job') ?? ''
  const cache = useQueryClient()
  const open = (id: string): void => setParams({ job: id }, { replace: true })
  const send = (file: File, written: Written) => {
    const body = new FormData()
    // Before the file, because the server reads the form as a stream.
    if (source) body.set(source.name, written.source)
    if (written.columns) body.set('columns', JSON.stringify(written.columns))
    if (written.kept.length > 0) body.set('fields', JSON.stringify(written.kept))
    if (written.tag !== '') body.set('tag', written.tag)
    body.set('file', file, file.name)
    return call(route, { body }, { fallback: listTexts.importFailed })
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <ImportForm
        kinds={kinds}
        maxBytes={IMPORT_MAX_BYTES}
        {...(source ? { source } : {})}
        {...(columns ? { columns } : {})}
        send={send}
        onDone={({ jobId }) => {
          open(jobId)
          void refresh(cache, 'imports', 'tags', 'fields')
        }}
      />
      {job !== '' && (
        <ImportProgress
          key={job}
          id={job}
          words={{
            created: words.registered,
            noneCreated: words.noneRegistered,
            skippedTitle: words.skippedTitle,
            heads: [listTexts.skippedRow, ...Object.values(words.skippedColumns)],
            cells: (skip) => [formatNumber(skip.row), ...cells(skip), listTexts.reasons[skip.reason] ?? skip.reason],
            fileNames: kinds.flatMap((kind) => (kind === '.csv' || kind === '.json' ? [`${skippedFile}${kind}`] : [])),
          }}
        />
      )}
      <Suspense fallback={null}>
        <ImportHistory kind={KINDS[route]} onOpen={open} />
        {KINDS[route] === 'phonenumber' && <ActList headed />}
      </Suspense>
    </div>
  )
}

export function ImportCard({ className, ...part }: CardProps) {
  const { words } = part
  return (
    <Card className={classNames('flex min-w-0 flex-col gap-5 p-5 sm:p-6', className)} aria-label={words.fromFile}>
      <div>
        <h2 className="text-base font-semibold">{words.fromFile}</h2>
        <p className="mt-1 text-ink-2">{words.fromFileLead}</p>
      </div>
      <ImportPart {...part} />
    </Card>
  )
}
