// Choose Sender, Message, Choose Receivers, Kirim.
import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { ApiError, errorText } from '../../../lib/api/http.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { oneOffTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { clientState, sendMessage } from '../api.ts'
import { formSchema, type Sent, type Values } from '../form-schema.ts'
import type { SendOutcome } from './dialogs.tsx'
import { MessageField } from './message-field.tsx'
import { ReceiversChoice } from './receivers-choice.tsx'
import { SenderChoice } from './sender-choice.tsx'

const EMPTY: Values = { sender: null, way: 'text', message: '', template: null, targets: [] }
const CONNECTED = 'CONNECTED'
class NotConnected extends Error {}

/** @throws NotConnected with the server's words when the sender's client is not connected: nothing is sent then. */
const send = async ({ sender, message, templateId, targets }: Sent): Promise<void> => {
  const state = await clientState(sender.id)
  if (state !== CONNECTED) throw new NotConnected(texts.failedText(sender.label, state))
  await sendMessage({ senders: sender.label, targets: targets.join(','), message, template_id: templateId })
}

export function SendForm({ onOutcome }: { onOutcome: (outcome: SendOutcome) => void }) {
  const form = useForm<Values, unknown, Sent>({ resolver: zodResolver(formSchema), defaultValues: EMPTY })
  const { errors } = form.formState
  const { busy, failure, onSubmit } = useSubmit(form, {
    send,
    onDone: (_answer, { sender }) => {
      form.reset({ ...EMPTY, sender, way: form.getValues('way') })
      onOutcome({ sent: true })
    },
    onRefused: (error) => {
      const cutOff =
        error instanceof NotConnected || (error instanceof ApiError && error.reason === 'sender_not_connected')
      if (cutOff) onOutcome({ sent: false, text: errorText(error) })
      return cutOff
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Controller
        control={form.control}
        name="sender"
        render={({ field }) => (
          <Field label={texts.sender} error={errors.sender?.message}>
            {(control) => <SenderChoice control={control} value={field.value} onChange={field.onChange} />}
          </Field>
        )}
      />
      <MessageField form={form} />
      <Controller
        control={form.control}
        name="targets"
        render={({ field }) => (
          <Field label={texts.receivers} hint={texts.receiversHint} error={errors.targets?.message}>
            {(control) => <ReceiversChoice control={control} value={field.value} onChange={field.onChange} />}
          </Field>
        )}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" busy={busy}>
          {!busy && <Send aria-hidden className="size-4" />}
          {busy ? texts.submitting : texts.submit}
        </Button>
      </div>
    </form>
  )
}
