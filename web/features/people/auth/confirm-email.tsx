// /confirm-email?token=: who opens the link has the mailbox; a new email counts from then on (rules confirmed-email, new-email).
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction } from '../../../lib/api/use-action.ts'
import { authTexts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirmEmail } from './api.ts'
import { AuthLayout, linkClass } from './parts/auth-layout.tsx'

export default function ConfirmEmail() {
  const [query, setQuery] = useSearchParams()
  const [token] = useState(() => query.get('token') ?? '')
  // The link works once; it does not stay in the address bar.
  useEffect(() => {
    if (query.has('token')) setQuery({}, { replace: true })
  }, [query, setQuery])
  const confirm = useAction({ send: () => confirmEmail(token) })
  const { answer } = confirm
  const foot = (
    <Link to="/profile" className={linkClass}>
      {authTexts.emailToProfile}
    </Link>
  )
  return (
    <AuthLayout title={authTexts.emailTitle} lead={authTexts.emailLead} foot={foot}>
      {answer && <Alert tone="success">{answer.changed ? authTexts.emailChanged : authTexts.emailDone}</Alert>}
      {!answer && token === '' && <Alert tone="danger">{authTexts.emailBroken}</Alert>}
      {!answer && token !== '' && (
        // a button, because programs that look at mails open their links as well
        <div className="flex flex-col gap-5">
          {confirm.failure && <Alert tone="danger">{confirm.failure}</Alert>}
          <Button busy={confirm.busy} onClick={() => void confirm.run()}>
            {confirm.busy ? authTexts.emailConfirming : authTexts.emailConfirm}
          </Button>
        </div>
      )}
    </AuthLayout>
  )
}
