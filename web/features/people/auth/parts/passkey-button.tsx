// Signing in by a passkey alone, where the browser knows them (rule passkeys).
import { Fingerprint } from 'lucide-react'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { askPasskey, canPasskeys } from '../../../../lib/factors/passkey.ts'
import { startSession } from '../../../../lib/session/session.ts'
import { factorTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'

export default function PasskeyButton() {
  const signin = useAction({
    send: async () => {
      const { ticket, options } = await call('POST /auth/passkey-options', { anonymous: true })
      const passkey = await askPasskey(options)
      return call('POST /auth/login/passkey', { anonymous: true, body: { ticket, passkey } })
    },
    onDone: ({ token, user }) => startSession(token, user),
  })
  if (!canPasskeys()) return null
  return (
    <>
      <Button variant="secondary" busy={signin.busy} onClick={() => void signin.run()}>
        {!signin.busy && <Fingerprint aria-hidden className="size-4" />}
        {signin.busy ? texts.waiting : texts.passkeySignIn}
      </Button>
      {signin.failure && <Alert tone="danger">{signin.failure}</Alert>}
    </>
  )
}
