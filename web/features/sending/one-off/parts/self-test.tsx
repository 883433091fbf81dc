// Kirim uji: the message of the form, once, to the sender's own number, and what came of it (rule one-off-test).
import { FlaskConical } from 'lucide-react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTestOutlook } from '../../../../lib/one-off/api.ts'
import { useTestPress } from '../../../../lib/one-off/use-test.ts'
import { fromServer, oneOffTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Sent, Values } from '../form-schema.ts'
import { TestOutcome } from './test-outcome.tsx'

const texts = oneOffTexts.test

export function SelfTest({ form, userId }: { form: UseFormReturn<Values, unknown, Sent>; userId: string }) {
  const sender = useWatch({ control: form.control, name: 'sender' })
  const { data: outlook } = useTestOutlook(sender?.id ?? '')
  const test = useTestPress(sender?.id ?? '')
  const start = async (): Promise<void> => {
    test.forget()
    if (!(await form.trigger(['sender', 'message', 'template']))) return
    const { way, message, template } = form.getValues()
    const isTemplate = way === 'template' && template
    await test.run(isTemplate ? { message: template.id, template_id: template.id } : { message, template_id: null })
  }
  return (
    <section aria-label={texts.title} className="flex flex-col gap-2.5">
      {outlook?.text ? (
        <p className="text-[13px] text-ink-2">{texts.notNow(fromServer(outlook.text))}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button variant="secondary" busy={test.busy} onClick={() => void start()}>
            {!test.busy && <FlaskConical aria-hidden className="size-4" />}
            {texts.send}
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-[13px] text-ink-3">
            {outlook?.to ? texts.hintTo(outlook.to) : texts.hint}
          </p>
        </div>
      )}
      {test.failure && <Alert tone="danger">{test.failure}</Alert>}
      {test.started && <TestOutcome key={test.started.id} {...test.started} userId={userId} />}
    </section>
  )
}
