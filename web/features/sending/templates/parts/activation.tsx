// Before a template goes live: how many running blasts take it at once, and a test of it to the sender's own number (rule
// template-activation).
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { readTest, type Sender, type TestContent, useTestOutlook } from '../../../../lib/one-off/api.ts'
import { SenderChoice } from '../../../../lib/one-off/sender-choice.tsx'
import { testWords } from '../../../../lib/one-off/test-words.ts'
import { type Started, useTestPress } from '../../../../lib/one-off/use-test.ts'
import { common, fromServer, oneOffTexts, templateTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'

const texts = templateTexts.activation
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

function Test({ content, hasNewFile }: { content: TestContent; hasNewFile: boolean }) {
  const [sender, setSender] = useState<Sender | null>(null)
  const { data: outlook } = useTestOutlook(sender?.id ?? '')
  const test = useTestPress(sender?.id ?? '')
  const why = outlook?.text ? oneOffTexts.test.notNow(fromServer(outlook.text)) : null
  return (
    <section aria-label={oneOffTexts.test.title} className="flex flex-col gap-3">
      <Field label={oneOffTexts.sender} hint={why ?? oneOffTexts.test.hint}>
        {(control) => <SenderChoice control={control} value={sender} onChange={setSender} />}
      </Field>
      {hasNewFile && <p className="text-[13px] text-ink-2">{texts.withoutFile}</p>}
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

type Props = {
  content: TestContent
  /** A file was chosen that is not stored yet, which no test can carry. */
  hasNewFile: boolean
  onActivate: () => void
  onClose: () => void
}
export default function Activation({ content, hasNewFile, onActivate, onClose }: Props) {
  const { data: running } = useQuery({
    queryKey: keys.sums('templates', 'running'),
    queryFn: async ({ signal }) => (await call('GET /admin/message/running', {}, { signal })).running,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={texts.title} closeLabel={common.close}>
      <div className="flex flex-col gap-5">
        <Alert tone="warning">
          {running === undefined ? texts.lead : running === 0 ? texts.takenByNone : texts.taken(formatNumber(running))}
        </Alert>
        <Test content={content} hasNewFile={hasNewFile} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button onClick={onActivate}>{texts.yes}</Button>
        </div>
      </div>
    </Dialog>
  )
}
