// A template as its form has it, once, to the number of an account of one's own, and what came of it (rule one-off-test).
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../../../../lib/api/query-keys.ts'
import { readTest, type Sender, type TestContent, useTestOutlook } from '../../../../lib/one-off/api.ts'
import { SenderChoice } from '../../../../lib/one-off/sender-choice.tsx'
import { testWords } from '../../../../lib/one-off/test-words.ts'
import { type Started, useTestPress } from '../../../../lib/one-off/use-test.ts'
import { common, fromServer, oneOffTexts, templateTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'

const LOOK_MS = 1_500

function Outcome({ id, to }: Started) {
  const { data: test } = useQuery({
    queryKey: keys.sums('one-offs', 'test', id),
    queryFn: ({ signal }) => readTest(id, signal),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.phase === 'sending' ? LOOK_MS : false),
    gcTime: 0,
  })
  if (!test) return null
  const { tone, text } = testWords(test, to)
  return <Alert tone={tone}>{text}</Alert>
}

export type Tested = {
  content: TestContent
  /** A file was chosen that is not stored yet, which no test can carry. */
  hasNewFile: boolean
}
export function TestSend({ content, hasNewFile }: Tested) {
  const [sender, setSender] = useState<Sender | null>(null)
  const { data: outlook } = useTestOutlook(sender?.id ?? '')
  const test = useTestPress(sender?.id ?? '')
  const why = outlook?.text ? oneOffTexts.test.notNow(fromServer(outlook.text)) : null
  return (
    <section aria-label={oneOffTexts.test.title} className="flex flex-col gap-3">
      <Field
        label={oneOffTexts.sender}
        hint={why ?? (outlook?.to ? oneOffTexts.test.hintTo(outlook.to) : oneOffTexts.test.hint)}
      >
        {(control) => <SenderChoice control={control} value={sender} onChange={setSender} />}
      </Field>
      {hasNewFile && <p className="text-[13px] text-ink-2">{templateTexts.activation.withoutFile}</p>}
      <div>
        <Button
          variant="secondary"
          busy={test.busy}
          disabled={sender === null || why !== null}
          onClick={() => {
            test.forget()
            void test.run(content)
          }}
        >
          {!test.busy && <FlaskConical aria-hidden className="size-4" />}
          {oneOffTexts.test.send}
        </Button>
      </div>
      {test.failure && <Alert tone="danger">{test.failure}</Alert>}
      {test.started && <Outcome key={test.started.id} {...test.started} />}
    </section>
  )
}

/** From the editor, saved or not, and without going live. */
export default function TestDialog({ onClose, ...tested }: Tested & { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={oneOffTexts.test.title} closeLabel={common.close}>
      <TestSend {...tested} />
    </Dialog>
  )
}
