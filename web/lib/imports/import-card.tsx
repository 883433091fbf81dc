// Imports rows from a file: the form that sends it, and the result. ?job= shows a large import while it runs.
import { useSearchParams } from 'react-router'
import type { Route } from '../../../contract/api/table.ts'
import type { ChosenColumns } from '../../../contract/import-columns.ts'
import { IMPORT_MAX_BYTES } from '../../../contract/imports.ts'
import { listTexts } from '../../texts/indonesian.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { call } from '../api/http.ts'
import { ImportForm, type Source } from './import-form.tsx'
import { ImportProgress, type ImportSkip } from './import-result.tsx'

type Words = {
  fromFile: string
  fromFileLead: string
  registered: (count: string) => string
  noneRegistered: string
  skippedTitle: (count: string) => string
  skippedColumns: Readonly<Record<string, string>>
}
type Props = {
  words: Words
  route: Extract<Route, `POST ${string}/import`>
  kinds: readonly ('.csv' | '.json')[]
  /** What is said of all rows of the file at once, such as the source of their consent. */
  source?: Source
  /** true: the columns of a CSV can be chosen. */
  asksColumns?: boolean
  /** Name, without extension, of the file of skipped rows. */
  skippedFile: string
  /** The cells that identify a skipped row; its reason follows. */
  cells?: (skip: ImportSkip) => readonly string[]
  className?: string
}

export function ImportCard({
  words,
  route,
  kinds,
  source,
  asksColumns = false,
  skippedFile,
  cells = ({ value }) => [value],
  className,
}: Props) {
  const [params, setParams] = useSearchParams()
  const job = params.get('job') ?? ''
  const send = (file: File, written: string, columns: ChosenColumns | null) => {
    const body = new FormData()
    // Before the file, because the server reads the form as a stream.
    if (source) body.set(source.name, written)
    if (columns) body.set('columns', JSON.stringify(columns))
    body.set('file', file, file.name)
    return call(route, { body }, { fallback: listTexts.importFailed })
  }
  return (
    <Card className={classNames('flex min-w-0 flex-col gap-5 p-5 sm:p-6', className)} aria-label={words.fromFile}>
      <div>
        <h2 className="text-base font-semibold">{words.fromFile}</h2>
        <p className="mt-1 text-ink-2">{words.fromFileLead}</p>
      </div>
      <ImportForm
        kinds={kinds}
        maxBytes={IMPORT_MAX_BYTES}
        {...(source ? { source } : {})}
        asksColumns={asksColumns}
        send={send}
        onDone={({ jobId }) => setParams({ job: jobId }, { replace: true })}
      />
      {job !== '' && (
        <ImportProgress
          key={job}
          id={job}
          words={{
            created: words.registered,
            noneCreated: words.noneRegistered,
            skippedTitle: words.skippedTitle,
            heads: Object.values(words.skippedColumns),
            cells: (skip) => [...cells(skip), listTexts.reasons[skip.reason] ?? skip.reason],
            fileNames: kinds.map((kind) => `${skippedFile}${kind}`),
          }}
        />
      )}
    </Card>
  )
}
