// The result of an import: how many rows were created, which of them look like landlines, and the first skipped ones. A large import's progress is shown while it runs.
import { fromServer, importTexts, listTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SkippedRows } from '../../ui/skipped-rows.tsx'
import { formatNumber, formatPercent } from '../format/format.ts'
import { ApiError, errorText } from '../api/http.ts'
import { skippedFile, useImport } from './use-import.ts'
import { saveFile } from '../browser/save-file.ts'

/** A skipped row, named by its number, proxy or caption. */
export type ImportSkip = { row: number; value: string; name?: string; reason: string }

const PREVIEW_ROWS = 5
export type ImportWords = {
  created: (count: string) => string
  noneCreated: string
  skippedTitle: (count: string) => string
  heads: readonly string[]
  cells: (skip: ImportSkip) => readonly string[]
  /** File names with their extensions. */
  fileNames: readonly string[]
}
type Outcome = {
  created: number
  skipped: number
  landlines: number
  takenBack: number
  first: readonly ImportSkip[]
  reasons: Readonly<Record<string, number>>
}
type ResultProps = Outcome & { words: ImportWords; onSave: (fileName: string) => void }

function ImportResult({ created, skipped, landlines, takenBack, first, reasons, words, onSave }: ResultProps) {
  const shown = first.slice(0, PREVIEW_ROWS)
  return (
    <div className="flex flex-col gap-4">
      {takenBack > 0 ? (
        <Alert tone="info">{importTexts.takenBackOf(formatNumber(takenBack), formatNumber(created))}</Alert>
      ) : (
        <Alert tone={created > 0 ? 'success' : 'warning'}>
          {created > 0 ? words.created(formatNumber(created)) : words.noneCreated}
        </Alert>
      )}
      {landlines > 0 && <Alert tone="warning">{importTexts.landlines(formatNumber(landlines))}</Alert>}
      {skipped > 0 && (
        <SkippedRows
          title={words.skippedTitle(formatNumber(skipped))}
          heads={words.heads}
          rows={shown.map(words.cells)}
          counts={Object.entries(reasons)
            .map(([reason, n]) => `${texts.reasons[reason] ?? reason}: ${formatNumber(n)}`)
            .join(' · ')}
          note={skipped > shown.length ? texts.skippedNote(formatNumber(shown.length), formatNumber(skipped)) : null}
          downloads={words.fileNames.map((name) => ({
            label: name.endsWith('.json') ? texts.downloadJson : texts.downloadCsv,
            onSave: () => onSave(name),
          }))}
        />
      )}
    </div>
  )
}

export function ImportProgress({ id, words }: { id: string; words: ImportWords }) {
  const { data: job, error } = useImport(id)
  const save = async (name: string): Promise<void> => {
    try {
      saveFile(await skippedFile(id, name.endsWith('.json') ? 'json' : 'csv'), name)
    } catch (failure) {
      notify.error(errorText(failure))
    }
  }
  if (error instanceof ApiError && error.status === 404) return <Alert tone="warning">{texts.jobGone}</Alert>
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      {(job === undefined || job.status === 'running') && (
        <div className="flex flex-col gap-2">
          <p>{error ? texts.jobLost : texts.jobRunning}</p>
          <Progress label={texts.jobRunning} percent={job?.progress ?? null} />
          {job && (
            <p className="text-[13px] text-ink-2 tabular-nums">
              {texts.jobPlace(formatPercent(job.progress), formatNumber(job.rows))}
            </p>
          )}
        </div>
      )}
      {job?.status === 'failed' && (
        <Alert tone="danger">{job.error === null ? texts.jobFailed : fromServer(job.error)}</Alert>
      )}
      {job && job.status !== 'running' && (
        <ImportResult
          created={job.createdCount}
          skipped={job.skippedCount}
          landlines={job.landlineCount}
          takenBack={job.takenBackCount}
          first={job.skipped}
          reasons={job.skippedReasons}
          words={words}
          onSave={(name) => void save(name)}
        />
      )}
    </div>
  )
}
