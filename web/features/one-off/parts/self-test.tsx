// Kirim uji: the message of the form, once, to the sender's own number, and what came of it (rule one-off-test).
import { FlaskConical } from 'lucide-react'
import { useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ApiError } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { fromServer, oneOffTexts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { sendTest, useTestOutlook } from '../api.ts'
import type { Sent, Values } from '../form-schema.ts'
import { TestOutcome } from './test-outcome.tsx'

const texts = oneOffTexts.test

/** The press under way. Its key stays while nobody knows whether it arrived: pressed again, it sends once. */
type Press = { key: string; said: string }

export function SelfTest({ form, userId }: { form: UseFormReturn<Values, unknown, Sent>; userId: string }) {
  const sender = useWatch({ control: form.control, name: 'sender' })
  const { data: outlook } = useTestOutlook(sender?.id ?? '')
  const press = useRef<Press | null>(null)
  const [test, setTest] = useState<{ id: string; to: string } | null>(null)
  const sending = useAction({
    send: async () => {
      const { way, message, template } = form.getValues()
      const content =
        way === 'template' && template
          ? { message: template.id, template_id: template.id }
          : { message, template_id: null }
      const said = JSON.stringify([sender?.id, content])
      if (press.current?.said !== said) press.current = { key: crypto.randomUUID(), said }
      return sendTest({ sender: sender?.id ?? '', ...content, key: press.current.key })
    },
    changes: ['one-offs'],
    onDone: ({ job }) => {
      press.current = null
      setTest({ id: job.id, to: job.sender ?? '' })
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) press.current = null
      return false
    },
  })
  const start = async (): Promise<void> => {
    setTest(null)
    if (await form.trigger(['sender', 'message', 'template'])) await sending.run()
  }
  return (
    <section aria-label={texts.title} className="flex flex-col gap-2.5">
      {outlook?.text ? (
        <p className="text-[13px] text-ink-2">{texts.notNow(fromServer(outlook.text))}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button variant="secondary" busy={sending.busy} onClick={() => void start()}>
            {!sending.busy && <FlaskConical aria-hidden className="size-4" />}
            {texts.send}
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-[13px] text-ink-3">
            {outlook?.to ? texts.hintTo(outlook.to) : texts.hint}
          </p>
        </div>
      )}
      {sending.failure && <Alert tone="danger">{sending.failure}</Alert>}
      {test && <TestOutcome key={test.id} id={test.id} to={test.to} userId={userId} />}
    </section>
  )
}
