// /message/create: a template written here, or many from a JSON file.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { IMPORT_MAX_BYTES } from '../../../contract/imports.ts'
import { ImportForm } from '../../lib/import-form.tsx'
import { ImportProgress, ImportResult, type ImportWords } from '../../lib/import-result.tsx'
import { saveRows } from '../../lib/rows-file.ts'
import { useBack } from '../../lib/use-back.ts'
import { common, listTexts, templateTexts as texts } from '../../texts/id.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { createTemplate, importTemplates, type TemplateImport } from './api.ts'
import { TemplateForm } from './parts/template-form.tsx'

const WORDS: ImportWords = {
  created: texts.registered,
  noneCreated: texts.noneRegistered,
  skippedTitle: texts.skippedTitle,
  heads: Object.values(texts.skippedColumns),
  cells: ({ value, reason }) => [value, listTexts.reasons[reason] ?? reason],
  fileNames: ['messages_skipped.json'],
}
type Result = { created: number; skipped: { text: string; reason: string }[] }

function FileCard() {
  const [params, setParams] = useSearchParams()
  const [result, setResult] = useState<Result | null>(null)
  const job = params.get('job') ?? ''
  const onImported = (answer: TemplateImport): void => {
    setResult('jobId' in answer ? null : { created: answer.created.length, skipped: answer.skipped })
    setParams('jobId' in answer ? { job: answer.jobId } : {}, { replace: true })
  }
  return (
    <Card className="mt-5 flex min-w-0 flex-col gap-5 p-5 sm:p-6" aria-label={texts.fromFile}>
      <div>
        <h2 className="text-base font-semibold">{texts.fromFile}</h2>
        <p className="mt-1 text-ink-2">{texts.fromFileLead}</p>
      </div>
      <ImportForm kinds={['.json']} maxBytes={IMPORT_MAX_BYTES} send={importTemplates} onDone={onImported} />
      {job !== '' && <ImportProgress key={job} id={job} words={WORDS} />}
      {result && (
        <ImportResult
          created={result.created}
          skipped={result.skipped.length}
          first={result.skipped.map(({ text, reason }) => ({ value: text, reason }))}
          words={WORDS}
          onSave={(name) => void saveRows(result.skipped, ['text', 'reason'], name)}
        />
      )}
    </Card>
  )
}

export default function TemplateCreate() {
  const back = useBack('/message')
  return (
    <>
      <title>{`${texts.createTitle} · ${common.appName}`}</title>
      <PageHead title={texts.createTitle}>
        <BackLink to="/message" label={common.back} />
      </PageHead>
      <TemplateForm
        template={null}
        send={createTemplate}
        onSaved={() => {
          notify.success(texts.saved)
          back()
        }}
      />
      <FileCard />
    </>
  )
}
