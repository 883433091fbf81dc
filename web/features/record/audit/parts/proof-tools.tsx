// Two ways to prove the record to somebody else: by a checkpoint that was kept elsewhere, and by the proof of one entry (rules checkpoints, inclusion).
import { type FormEvent, type ReactNode, useState } from 'react'
import { SEALED_TABLES, type SealedTable } from '../../../../../contract/record/sealed-tables.ts'
import { call } from '../../../../lib/api/http.ts'
import { callFile } from '../../../../lib/api/call-file.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { saveFile } from '../../../../lib/browser/save-file.ts'
import { formatDay, formatNumber } from '../../../../lib/format/format.ts'
import { auditTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { inputClass, Select } from '../../../../ui/input.tsx'
import { TextField } from '../../../../ui/text-field.tsx'

const { kept, one, tables } = auditTexts.proof

type ToolProps = { title: string; lead: string; onSubmit: () => void; children: ReactNode }
function Tool({ title, lead, onSubmit, children }: ToolProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer py-1 font-semibold">{title}</summary>
      <form className="flex flex-col gap-3 pt-2" onSubmit={submit}>
        <p className="text-[13px] text-ink-2">{lead}</p>
        {children}
      </form>
    </details>
  )
}

export function KeptCheckpoint() {
  const [note, setNote] = useState('')
  const compare = useAction({ send: (text: string) => call('POST /admin/audit/checkpoint', { body: { note: text } }) })
  const { answer } = compare
  return (
    <Tool title={kept.title} lead={kept.lead} onSubmit={() => void compare.run(note)}>
      <Field label={kept.field}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            required
            maxLength={20_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className={inputClass('py-2.5 font-mono text-[13px]')}
          />
        )}
      </Field>
      {compare.failure && <Alert tone="danger">{compare.failure}</Alert>}
      {answer && !compare.busy && (
        <Alert tone={answer.is === 'same' ? 'success' : 'danger'}>
          {kept.results[answer.is]}
          {answer.size !== null && answer.day !== null && (
            <span className="block">{kept.until(formatNumber(answer.size), formatDay(answer.day))}</span>
          )}
        </Alert>
      )}
      <Button type="submit" variant="secondary" busy={compare.busy} className="self-start">
        {kept.act}
      </Button>
    </Tool>
  )
}

export function OneEntry() {
  const [table, setTable] = useState<SealedTable>('consent_history')
  const [id, setId] = useState('')
  const prove = useAction({
    send: (of: { table: SealedTable; id: string }) =>
      callFile(
        'GET /admin/audit/inclusion',
        { query: { table: of.table, id: Number(of.id) } },
        { fallback: one.failed },
      ),
    onDone: (file, of) => saveFile(file, one.name(of.table, of.id)),
  })
  return (
    <Tool title={one.title} lead={one.lead} onSubmit={() => void prove.run({ table, id })}>
      <Field label={one.table}>
        {(control) => (
          <Select {...control} value={table} onChange={(event) => setTable(event.target.value as SealedTable)}>
            {SEALED_TABLES.map((name) => (
              <option key={name} value={name}>
                {tables[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={one.id}
        inputMode="numeric"
        pattern="[0-9]{1,15}"
        required
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      {prove.failure && <Alert tone="danger">{prove.failure}</Alert>}
      <Button type="submit" variant="secondary" busy={prove.busy} className="self-start">
        {one.act}
      </Button>
    </Tool>
  )
}
