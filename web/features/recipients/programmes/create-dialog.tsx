// A new programme (rule opt-in-message).
import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { programmeBody } from '../../../../contract/recipients/programmes.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, programmeTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { inputClass } from '../../../ui/input.tsx'
import { notify } from '../../../ui/notify.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ProgrammePreview } from './preview.tsx'

const LONGEST = {
  title: 80,
  id: 40,
  word: 20,
  what: 500,
  frequency: 120,
  by_whom: 120,
  privacy: 2_000,
  privacy_version: 20,
  topic: 60,
  ends_on: 10,
} as const
const NAMES = Object.keys(LONGEST) as (keyof typeof LONGEST)[]
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<keyof typeof LONGEST, string>

export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.input<typeof programmeBody>, unknown, z.output<typeof programmeBody>>({
    resolver: zodResolver(programmeBody),
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  const submit = useSubmit(form, {
    send: (body) => call('POST /admin/programme/create', { body }, { fallback: texts.createFailed }),
    changes: ['programmes', 'sources'],
    onDone: ({ keyword }) => {
      notify.success(texts.created(keyword))
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={texts.createTitle} description={texts.createLead} closeLabel={common.close}>
      <SubmitForm submit={submit} label={texts.create} onCancel={onClose} className="gap-4">
        {NAMES.map((name) => {
          const [label, hint] = texts.fields[name]
          const said = { label, hint, error: errors[name]?.message }
          const input = { ...form.register(name), maxLength: LONGEST[name] }
          return LONGEST[name] >= 500 ? (
            <Field key={name} {...said}>
              {(control) => <textarea {...control} {...input} rows={3} className={inputClass('py-2.5')} />}
            </Field>
          ) : (
            <TextField key={name} {...said} {...input} {...(name === 'ends_on' ? { type: 'date' } : {})} />
          )
        })}
        <ProgrammePreview programme={{ ...EMPTY, ...typed }} />
      </SubmitForm>
    </Dialog>
  )
}
