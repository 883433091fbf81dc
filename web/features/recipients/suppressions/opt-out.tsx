// /opt-out?token=: by a signed link, without a sign-in, a recipient stops at one press (rule opt-out), and reads what is kept about them.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { common, optOutTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AboutMe } from './about-me.tsx'

/** A link carries the number only for the server to read. */
const SEALED = /^[\w-]{50,200}$/
/** Of a link of before, 62812••••890: enough for its owner to recognise it. Only the server checks the signature. */
const shownNumber = (token: string): string | null => {
  const number = /^(62\d{8,13})\.[\w-]+$/.exec(token)?.[1]
  return number ? `${number.slice(0, 5)}••••${number.slice(-3)}` : null
}

export default function OptOut() {
  const token = useSearchParams()[0].get('token') ?? ''
  const number = shownNumber(token)
  const isLink = number !== null || SEALED.test(token)
  const [isDone, setDone] = useState(false)
  const end = useAction({
    send: () => call('POST /public/opt-out', { anonymous: true, body: { token } }),
    onDone: () => setDone(true),
  })
  return (
    <main className="grid min-h-[70dvh] flex-1 place-items-center p-5">
      <title>{`${texts.title} · ${common.appName}`}</title>
      <Card className="flex w-full max-w-md flex-col gap-5 p-6 sm:p-8">
        <p className="flex items-center gap-3 text-base font-semibold">
          <img src="/favicon.svg" alt="" width={34} height={34} />
          {common.appName}
        </p>
        <h1 className="text-3xl font-semibold tracking-tight">{texts.title}</h1>
        {!isLink && (
          <Alert tone="danger">
            <strong className="block font-semibold">{texts.broken}</strong>
            {texts.brokenNote}
          </Alert>
        )}
        {isLink && !isDone && (
          <>
            <p className="text-base text-ink-2">{number === null ? texts.leadSealed : texts.lead(number)}</p>
            {end.failure && <Alert tone="danger">{end.failure}</Alert>}
            <Button busy={end.busy} onClick={() => void end.run()}>
              {end.busy ? texts.acting : texts.act}
            </Button>
          </>
        )}
        {isDone && (
          <Alert tone="success">
            <strong className="block font-semibold">{texts.done}</strong>
            {texts.doneNote}
          </Alert>
        )}
        {isLink && <AboutMe token={token} stopped={isDone} onStopped={() => setDone(true)} />}
      </Card>
    </main>
  )
}
