// Asks why before something is done that other people feel.
import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useForm } from './use-form.ts'
import { z } from 'zod'
import { REASON_MAX, writtenReason } from '../../../contract/people/reasons.ts'
import { common, pauseTexts as texts } from '../../texts/indonesian.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Subject } from '../api/query-keys.ts'
import './form-schema.ts'
import { ReadAs, type Reading } from './read-as.tsx'
import { SubmitForm } from './submit-form.tsx'
import { useSubmit } from './use-submit.ts'

const body = z.object({ reason: writtenReason })
type Values = z.infer<typeof body>
type Props<Answer> = {
  title: string
  lead: ReactNode
  /** Who reads the reason. */
  hint: string
  /** What they read of it; absent: it stands in lists of the office alone. */
  reads?: Reading | undefined
  /** The button that does it. */
  yes: string
  doneText: string
  changes: readonly Subject[]
  send: (reason: string) => Promise<Answer>
  onDone?: (answer: Answer) => void
  onClose: () => void
}

export function ReasonDialog<Answer>({
  title,
  lead,
  hint,
  reads,
  yes,
  send,
  onDone,
  onClose,
  ...after
}: Props<Answer>) {
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(body), defaultValues: { reason: '' } })
  const typed = useWatch({ control: form.control, name: 'reason' })
  const submit = useSubmit(form, {
    ...after,
    send: ({ reason }: Values) => send(reason),
    onDone: (answer) => {
      onDone?.(answer)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={title} description={lead} closeLabel={common.close}>
      <SubmitForm submit={submit} onCancel={onClose} label={yes} className="gap-4">
        <TextField
          label={texts.reason}
          hint={hint}
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
          maxLength={REASON_MAX}
        />
        {reads && <ReadAs {...reads} typed={typed} />}
      </SubmitForm>
    </Dialog>
  )
}
