// The form that makes or edits a generator or a validator.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { type CheckKind, VALIDATOR_BYTES } from '../../../../../contract/sending/number-checks.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import { type Read, sendEdited, useRead } from '../../../../lib/forms/edited.ts'
import { NumberField } from '../../../../lib/forms/number-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { markSaved, useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useFile } from '../../../../lib/imports/use-file.ts'
import { editedTexts, formTexts, checkTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { createGenerator, createValidator, updateCheck } from '../api.ts'
import type { CheckRow } from '../apply-check-events.ts'
import { dropDraft, draftOf, keepDraft } from '../drafts.ts'
import {
  EMPTY,
  FILE_KINDS,
  isIncomplete,
  schemaOf,
  type Sent,
  sizeOfRange,
  type Values,
  valuesOf,
} from '../form-schema.ts'
import { LISTS, TEXTS } from '../kinds.ts'
import { DaysNote, useRowCount } from './days-note.tsx'
import { SenderChoice } from './sender-choice.tsx'
import { SourceFile, FixedSource, RangeFields } from './source-fields.tsx'

type Props = { kind: CheckKind; row: CheckRow | null }

const fieldsOf = (row: CheckRow) => ({
  whatsapp_id: {
    label: texts.sender,
    show: (id: unknown) =>
      id === row.whatsapp_id ? (row.Whatsapp?.phonenumber ?? texts.sameSender) : texts.changedSender,
  },
  b_insert: { label: texts.insert, show: (value: unknown) => (value === 1 ? editedTexts.yes : editedTexts.no) },
  interval_min: { label: texts.intervalMin },
  interval_max: { label: texts.intervalMax },
})
const send = (kind: CheckKind, row: CheckRow | null, values: Sent, read: Read): Promise<unknown> => {
  const { start_number = '', end_number = '', file, ...settings } = values
  if (row) return sendEdited({ read, body: settings, fields: fieldsOf(row) }, (body) => updateCheck(kind, row.id, body))
  if (file) return createValidator(file, settings)
  return createGenerator({ start_number, end_number, ...settings })
}

export function CheckForm({ kind, row }: Props) {
  const back = useBack(`/${kind}/list`)
  const editing = row !== null
  const place = row?.id ?? kind
  const draft = draftOf(place)
  const { read } = useRead({ ...row, version: row?.settings_version }, draft?.read)
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schemaOf(kind, editing)),
    defaultValues: draft?.values ?? (row ? valuesOf(row) : EMPTY),
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as Values
  useEffect(() => dropDraft(place), [place])
  const file = useFile(values.file, FILE_KINDS.join(','), VALIDATOR_BYTES)
  const submit = useSubmit(form, {
    isReady: ({ file: chosen }) => chosen === undefined || file.read !== null,
    // What is sent is what was read of the file, in UTF-8: nothing of a wrong one leaves the browser (rule imports).
    send: (sent) => send(kind, row, file.read ? { ...sent, file: file.read.file } : sent, read),
    changes: [LISTS[kind]],
    doneText: editing ? TEXTS[kind].saved : TEXTS[kind].created,
    onDone: back,
  })
  const rows = useRowCount(file.read?.file ?? null)
  const numbers = row
    ? row.total - row.checked
    : kind === 'generator'
      ? sizeOfRange(values.start_number, values.end_number)
      : rows
  const sends = kind === 'validator' && !editing ? texts.uploading : texts.submitting
  const seconds = (name: 'interval_min' | 'interval_max', label: string) => (
    <NumberField
      label={label}
      error={errors[name]?.message}
      range={RANGES.intervalS}
      typed={values[name]}
      {...form.register(name)}
    />
  )
  return (
    <SubmitForm
      submit={submit}
      label={texts.submit}
      busyLabel={sends}
      disabled={isIncomplete(kind, editing, values) || file.isReading}
      {...(editing ? { failureText: formTexts.error } : {})}
      onBack={back}
    >
      {row?.status === 'sending' && <Alert tone="warning">{texts.running}</Alert>}
      {row && <FixedSource row={row} />}
      {!row &&
        (kind === 'generator' ? (
          <RangeFields form={form} />
        ) : (
          <SourceFile form={form} busy={submit.busy} chosen={file} />
        ))}
      <DaysNote numbers={numbers} />
      <Controller
        control={form.control}
        name="whatsapp_id"
        render={({ field }) => (
          <SenderChoice
            kind={kind}
            value={field.value}
            error={errors.whatsapp_id?.message}
            onChange={field.onChange}
            onLeave={() => {
              keepDraft(place, { values: form.getValues(), read })
              markSaved(form)
            }}
          />
        )}
      />
      <div className="flex flex-col gap-1.5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {seconds('interval_min', texts.intervalMin)}
          {seconds('interval_max', texts.intervalMax)}
        </div>
        <p className="text-[13px] text-ink-3">{texts.intervalHint}</p>
      </div>
      <div>
        <Checkbox {...form.register('b_insert')} label={texts.insert} />
        <p className="mt-1 ml-8 text-[13px] text-ink-3">{texts.insertHint}</p>
      </div>
    </SubmitForm>
  )
}
