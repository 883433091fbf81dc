// The numbers to ask about: a range or a file while the job is made; shown but fixed afterwards.
import { Controller, type UseFormReturn } from 'react-hook-form'
import { VALIDATOR_BYTES } from '../../../../../contract/sending/number-checks.ts'
import { formatBytes } from '../../../../lib/format/format.ts'
import { FileField } from '../../../../lib/forms/file-field.tsx'
import { FileNotes } from '../../../../lib/imports/file-notes.tsx'
import type { useFile } from '../../../../lib/imports/use-file.ts'
import { checkTexts, generatorTexts, listTexts, validatorTexts } from '../../../../texts/indonesian.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import type { CheckRow } from '../apply-check-events.ts'
import { FILE_KINDS, type Sent, type Values } from '../form-schema.ts'

type Form = UseFormReturn<Values, unknown, Sent>
const NAMES = ['start_number', 'end_number'] as const
const LABELS = { start_number: generatorTexts.startNumber, end_number: generatorTexts.endNumber }
const HINTS = { start_number: generatorTexts.numberHint, end_number: generatorTexts.rangeHint }

export function RangeFields({ form }: { form: Form }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {NAMES.map((name) => (
        <Field key={name} label={LABELS[name]} hint={HINTS[name]} error={form.formState.errors[name]?.message}>
          {(control) => (
            <Input {...control} {...form.register(name)} type="tel" inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      ))}
    </div>
  )
}

export function SourceFile({ form, busy, chosen }: { form: Form; busy: boolean; chosen: ReturnType<typeof useFile> }) {
  return (
    <>
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => (
          <FileField
            label={`${listTexts.file} ${FILE_KINDS.join(' / ')}`}
            accept={FILE_KINDS.join(',')}
            file={field.value}
            onFile={field.onChange}
            error={chosen.problem ?? fieldState.error?.message}
            disabled={busy}
            hint={`${validatorTexts.fileHint} ${listTexts.fileTooBig(formatBytes(VALIDATOR_BYTES))}`}
          />
        )}
      />
      <FileNotes chosen={chosen} disabled={busy} />
    </>
  )
}

/** The range or file of a job that exists cannot be changed. */
export function FixedSource({ row }: { row: CheckRow }) {
  if ('fileName' in row)
    return (
      <Field label={checkTexts.columns.file}>{(control) => <Input {...control} readOnly value={row.fileName} />}</Field>
    )
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {NAMES.map((name) => (
        <Field key={name} label={LABELS[name]}>
          {(control) => <Input {...control} readOnly value={row[name]} />}
        </Field>
      ))}
    </div>
  )
}
