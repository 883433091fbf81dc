// What is kept of a source; whoever releases one that is held writes it down, too (rules consent-words, source-hold).
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { keepSourceBody } from '../../../../contract/recipients/consent-sources.ts'
import { TOPIC_MAX } from '../../../../contract/recipients/topics.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, sourceTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Source } from './list.tsx'

const FIELDS = [
  ['told', texts.told, texts.toldHint, 1_000],
  ['told_by', texts.toldByLabel, texts.toldByHint, 120],
  ['proof', texts.proof, texts.proofHint, 500],
  ['topic', texts.topic, texts.topicHint, TOPIC_MAX],
] as const
/** source null: a new one. */
type Props = { source: Source | null; release: boolean; onClose: () => void }

export default function KeepDialog({ source, release, onClose }: Props) {
  const form = useForm<z.input<typeof keepSourceBody>, unknown, z.output<typeof keepSourceBody>>({
    resolver: zodResolver(keepSourceBody),
    defaultValues: {
      name: source?.name ?? '',
      told: source?.told ?? '',
      told_by: source?.told_by ?? '',
      proof: source?.proof ?? '',
      topic: source?.topic ?? '',
      version: source?.version ?? '',
    },
  })
  const { errors } = form.formState
  const heldAt = release ? source?.held_at : null
  const submit = useSubmit(form, {
    send: ({ version, ...kept }) =>
      heldAt
        ? call(
            'POST /admin/consent/sources/release',
            { body: { ...kept, name: source?.name ?? kept.name, held_at: heldAt } },
            { fallback: texts.releaseFailed },
          )
        : call('POST /admin/consent/sources', { body: { ...kept, version } }, { fallback: texts.keepFailed }),
    changes: ['sources', 'phone-numbers'],
    doneText: heldAt ? texts.releasedNow : texts.kept,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={heldAt ? texts.releaseTitle : texts.keepTitle}
      description={heldAt ? texts.releaseLead(source?.name ?? '') : texts.keepLead}
      closeLabel={common.close}
    >
      <SubmitForm submit={submit} {...(heldAt ? { label: texts.release } : {})} onCancel={onClose} className="gap-4">
        {source === null && (
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            error={errors.name?.message}
            {...form.register('name')}
            maxLength={300}
          />
        )}
        {FIELDS.map(([field, label, hint, max]) => (
          <TextField
            key={field}
            label={label}
            hint={hint}
            error={errors[field]?.message}
            {...form.register(field)}
            maxLength={max}
          />
        ))}
      </SubmitForm>
    </Dialog>
  )
}
