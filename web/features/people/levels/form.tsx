// /level/create and /level/edit?id=: one form for both.
import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type Level, levelBody } from '../../../../contract/people/levels.ts'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { filled } from '../../../lib/forms/form-schema.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { errorText, call } from '../../../lib/api/http.ts'
import { sendEdited, useRead } from '../../../lib/forms/edited.ts'
import { sendTyped } from '../../../lib/forms/typed-twice.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { approvalTexts, formTexts, levelTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notify.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const { name, blast_fee, requirement_blast } = levelBody.shape
const schema = z.object({ name, blast_fee: filled(blast_fee), requirement_blast: filled(requirement_blast) })

const FIELDS = {
  name: { label: texts.name },
  blast_fee: { label: texts.fee, show: (value: unknown) => formatRupiah(Number(value)) },
  requirement_blast: { label: texts.requirement, show: (value: unknown) => formatNumber(Number(value)) },
}

function LevelForm({ level }: { level: Level | null }) {
  const back = useBack('/level')
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: level?.name ?? '',
      blast_fee: level ? formatNumber(level.blast_fee) : '',
      requirement_blast: level ? formatNumber(level.requirement_blast) : '',
    },
  })
  const { errors } = form.formState
  const { read } = useRead({ ...level })
  const [fee, requirement] = useWatch({ control: form.control, name: ['blast_fee', 'requirement_blast'] })
  const submit = useSubmit(form, {
    send: (values) =>
      level === null
        ? sendTyped(values, (body) => call('POST /admin/level/create', { body }))
        : sendEdited({ read, body: values, fields: FIELDS }, (edit) =>
            sendTyped(edit, (body) => call('PUT /admin/level/:id', { params: { id: level.id }, body })),
          ),
    changes: ['levels', 'approvals'],
    onDone: (answer) => {
      if ('approval' in answer) notify.info(approvalTexts.asked)
      else notify.success(texts.saved)
      back()
    },
  })
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <SubmitForm submit={submit} onBack={back} {...(level ? { failureText: formTexts.error } : {})}>
        <TextField
          label={texts.name}
          error={errors.name?.message}
          {...form.register('name')}
          maxLength={60}
          autoComplete="off"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={texts.fee}
            hint={texts.feeHint}
            error={errors.blast_fee?.message}
            range={RANGES.fee}
            typed={fee}
            {...form.register('blast_fee')}
          />
          <NumberField
            label={texts.requirement}
            hint={texts.requirementHint}
            error={errors.requirement_blast?.message}
            range={RANGES.levelRequirement}
            typed={requirement}
            {...form.register('requirement_blast')}
          />
        </div>
      </SubmitForm>
    </Card>
  )
}

function LevelEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useRecord('levels', id, (signal) =>
    call('GET /admin/level/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
  )
  return (
    <RecordScreen
      title={texts.editTitle}
      note={texts.note}
      query={query}
      id={id}
      missing={query.error ? errorText(query.error) : texts.oneFailed}
      skeleton="h-72 w-full max-w-2xl rounded-2xl"
    >
      {({ level }) => <LevelForm key={level.id} level={level} />}
    </RecordScreen>
  )
}

export default function LevelScreen() {
  if (useLocation().pathname.startsWith('/level/edit')) return <LevelEdit />
  return (
    <>
      <ScreenHead title={texts.createTitle} note={texts.note} />
      <LevelForm level={null} />
    </>
  )
}
