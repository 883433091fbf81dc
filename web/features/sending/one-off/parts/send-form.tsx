// Choose Sender, Message, Choose Receivers, Kirim. Kirim shows what would be sent; only the answer to that sends it.
import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { OneOffPreview } from '../../../../../contract/sending/one-off.ts'
import { ApiError, errorText } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { SenderChoice } from '../../../../lib/one-off/sender-choice.tsx'
import { oneOffTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { part } from '../../../../ui/part.tsx'
import { clientState, type Message, previewMessage, sendMessage } from '../api.ts'
import { EMPTY, formSchema, type Sent, type Values } from '../form-schema.ts'
import type { SendOutcome } from './dialogs.tsx'
import { MessageField } from './message-field.tsx'
import { ReceiversChoice } from './receivers-choice.tsx'
import { SelfTest } from './self-test.tsx'

const CheckDialog = part(() => import('./check-dialog.tsx'))
const CONNECTED = 'CONNECTED'
class NotConnected extends Error {}

/** What is shown is what is sent: this very message goes out after the answer. */
type Checked = { message: Message; preview: OneOffPreview }

/** @throws NotConnected with the server's words when the sender's client is not connected: nothing is sent then. */
const check = async ({ sender, message, templateId, targets }: Sent): Promise<Checked> => {
  const state = await clientState(sender.id)
  if (state !== CONNECTED) throw new NotConnected(texts.failedText(sender.label, state))
  const body = { senders: sender.label, targets: targets.join(','), message, template_id: templateId }
  return { message: body, preview: await previewMessage(body) }
}
const isCutOff = (error: unknown): boolean =>
  error instanceof NotConnected || (error instanceof ApiError && error.reason === 'sender_not_connected')

type Props = { initial: Values; userId: string; onOutcome: (outcome: SendOutcome) => void }

export function SendForm({ initial, userId, onOutcome }: Props) {
  const form = useForm<Values, unknown, Sent>({ resolver: zodResolver(formSchema), defaultValues: initial })
  const { errors } = form.formState
  const [checked, setChecked] = useState<Checked | null>(null)
  const tellCutOff = (error: unknown): boolean => {
    if (!isCutOff(error)) return false
    setChecked(null)
    onOutcome({ sent: false, text: errorText(error) })
    return true
  }
  const { busy, failure, onSubmit } = useSubmit(form, { send: check, onDone: setChecked, onRefused: tellCutOff })
  const sending = useAction({
    send: ({ message }: Checked) => sendMessage(message),
    onDone: () => {
      setChecked(null)
      form.reset({ ...EMPTY, sender: form.getValues('sender'), way: form.getValues('way') })
      onOutcome({ sent: true })
    },
    onRefused: tellCutOff,
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
      <SelfTest form={form} userId={userId} />
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
          {busy ? texts.checking : texts.submit}
        </Button>
      </div>
      {checked && (
        <Suspense fallback={null}>
          <CheckDialog
            preview={checked.preview}
            busy={sending.busy}
            failure={sending.failure}
            onSend={() => void sending.run(checked)}
            onClose={() => {
              setChecked(null)
              sending.clear()
            }}
          />
        </Suspense>
      )}
    </form>
  )
}
