// Uploads one file, which is read before: what it is, and as which letters. With it goes what is said of all its rows, such as the source of their consent.
import { zodResolver } from '@hookform/resolvers/zod'
import { Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { z } from 'zod'
import '../forms/form-schema.ts'
import { type ChosenColumns, twoNumbers } from '../../../contract/recipients/import-columns.ts'
import { FIELD_TEXTS, twoNumbersText } from '../../../contract/recipients/field-texts.ts'
import type { KeptColumn } from '../../../contract/recipients/fields.ts'
import { TAG_LONGEST } from '../../../contract/recipients/tags.ts'
import { fromServer, importTexts, listTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { FileField } from '../forms/file-field.tsx'
import { useForm } from '../forms/use-form.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { part } from '../../ui/part.tsx'
import { FileNotes } from './file-notes.tsx'
import { type Fields, useColumns } from './use-columns.ts'
import { useFile } from './use-file.ts'

const ColumnMapping = part(() => import('./column-mapping.tsx'))

const NO_FIELDS: Fields = []
/** name: of the form's field that the file comes with. */
export type Source = { name: string; label: string; hint: string; schema: z.ZodType<string, string> }
/** kept: columns that stay with their people; tag: what everybody of the file gets. */
export type Written = { source: string; columns: ChosenColumns | null; kept: readonly KeptColumn[]; tag: string }
type Props<A> = {
  kinds: readonly string[]
  maxBytes: number
  hint?: string
  source?: Source
  /** The columns of a CSV that are shown, and can be chosen. */
  columns?: Fields
  send: (file: File, written: Written) => Promise<A>
  onDone: (answer: A) => void
}
const schemaOf = (source: Source | undefined) =>
  z.object({
    file: z.custom<File | null>().refine((file) => file !== null, texts.fileRequired),
    source: source?.schema ?? z.string(),
    tag: z.string().trim(),
  })
type Values = { file: File | null; source: string; tag: string }
const EMPTY: Values = { file: null, source: '', tag: '' }

export function ImportForm<A>({ kinds, maxBytes, hint, source, columns: fields = NO_FIELDS, send, onDone }: Props<A>) {
  const form = useForm<Values>({
    resolver: zodResolver(schemaOf(source)),
    defaultValues: EMPTY,
  })
  const file = useWatch({ control: form.control, name: 'file' })
  const chosen = useFile(file, kinds.join(','), maxBytes)
  const { read, problem } = chosen
  const { columns, isReading, choose, keep, kept, sent, isMissing } = useColumns(read?.file ?? null, fields)
  const isTwice = new Set(kept.map(({ key }) => key)).size < kept.length
  const [asked, setAsked] = useState(false)
  const two = columns && twoNumbers('phonenumber', columns.records[0] ?? [])
  const missing = two ? fromServer(twoNumbersText(...two)) : asked ? importTexts.numberRequired : undefined
  const { busy, failure, onSubmit } = useSubmit(form, {
    names: source ? { [source.name]: 'source' } : {},
    isReady: () => {
      setAsked(true)
      return read !== null && !isMissing && !isTwice
    },
    send: ({ file: _file, ...written }) => {
      if (read === null) throw new Error('nothing of the file was read')
      return send(read.file, { ...written, columns: sent(), kept })
    },
    onDone: (answer) => {
      // the next file may be of other people, who agreed elsewhere
      form.reset(EMPTY)
      onDone(answer)
    },
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => (
          <FileField
            label={`${texts.file} ${kinds.join(' / ')}`}
            accept={kinds.join(',')}
            file={field.value}
            onFile={field.onChange}
            error={problem ?? fieldState.error?.message}
            disabled={busy}
            {...(hint ? { hint } : {})}
          />
        )}
      />
      <FileNotes chosen={chosen} disabled={busy} />
      {columns && (
        <Suspense fallback={null}>
          <ColumnMapping
            key={read?.file.name}
            columns={columns}
            fields={fields}
            choose={choose}
            keep={keep}
            keptError={isTwice ? fromServer(FIELD_TEXTS.twice) : undefined}
            error={isMissing ? missing : undefined}
            lead={columns.isClear || two ? importTexts.lead : importTexts.unclear}
          />
        </Suspense>
      )}
      {source && (
        <Field label={source.label} hint={source.hint} error={errors.source?.message}>
          {(control) => <Input {...control} {...form.register('source')} maxLength={300} />}
        </Field>
      )}
      {fields.includes('tag') && (
        <Field label={importTexts.tag} hint={importTexts.tagAllHint} error={errors.tag?.message}>
          {(control) => <Input {...control} {...form.register('tag')} maxLength={TAG_LONGEST} autoComplete="off" />}
        </Field>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" busy={busy || chosen.isReading || isReading}>
          {!busy && <Upload aria-hidden className="size-4" />}
          {busy ? texts.uploading : texts.upload}
        </Button>
      </div>
    </form>
  )
}
