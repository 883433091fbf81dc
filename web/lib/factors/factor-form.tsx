// One second factor is asked for: a passkey, the code of an app, or a recovery code (rule second-factor). For the second step of
// a sign-in and for a proof.
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { FactorWay, GivenFactor } from '../../../contract/people/factors.ts'
import { useAction } from '../api/use-action.ts'
import { formText, goToField } from '../forms/form-text.ts'
import { factorTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { askPasskey, canPasskeys } from './passkey.ts'

type Props = {
  ways: readonly FactorWay[]
  options: { challenge: string }
  /** @throws what the server refuses */
  send: (given: GivenFactor) => Promise<void>
  /** Beside the button that sends. */
  onBack: () => void
  backLabel: string
}
/** Of the two ways that are typed. */
type Typed = 'totp' | 'recovery'

function TypedFactor({ way, send, back }: { way: Typed; send: Props['send']; back: React.ReactNode }) {
  const [missing, setMissing] = useState(false)
  const given = useAction({ send })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const text = formText(new FormData(form), way).trim()
    const isComplete = way === 'totp' ? /^\d{6}$/.test(text.replace(/\s/g, '')) : text !== ''
    setMissing(!isComplete)
    if (isComplete)
      void given.run(way === 'totp' ? { code: text } : { recovery_code: text }).then(() => goToField(form, way))
    else {
      given.clear()
      goToField(form, way)
    }
  }
  const isCode = way === 'totp'
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        key={way}
        name={way}
        label={isCode ? texts.code : texts.recoveryCode}
        hint={isCode ? texts.codeHint : texts.recoveryHint}
        error={missing ? (isCode ? texts.codeMissing : texts.recoveryMissing) : (given.failure ?? undefined)}
        inputMode={isCode ? 'numeric' : 'text'}
        autoComplete={isCode ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isCode ? 9 : 40}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={given.busy}>
          {given.busy ? texts.checking : texts.next}
        </Button>
        {back}
      </div>
    </form>
  )
}

export function FactorForm({ ways, options, send, onBack, backLabel }: Props) {
  const typed = ways.filter((way): way is Typed => way !== 'passkey')
  const [way, setWay] = useState<Typed | undefined>(typed[0])
  const passkey = useAction({ send: async () => send({ passkey: await askPasskey(options) }) })
  const other = typed.find((one) => one !== way)
  const hasPasskey = ways.includes('passkey')
  const back = (
    <Button variant="secondary" onClick={onBack}>
      {backLabel}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey && !canPasskeys() && <Alert tone="info">{texts.noPasskeys}</Alert>}
      {hasPasskey && canPasskeys() && (
        <Button busy={passkey.busy} onClick={() => void passkey.run()}>
          {!passkey.busy && <Fingerprint aria-hidden className="size-4" />}
          {passkey.busy ? texts.waiting : texts.byPasskey}
        </Button>
      )}
      {passkey.failure && <Alert tone="danger">{passkey.failure}</Alert>}
      {way ? <TypedFactor way={way} send={send} back={back} /> : back}
      {other && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setWay(other)}>
          {other === 'recovery' ? texts.toRecovery : texts.toCode}
        </Button>
      )}
    </div>
  )
}
