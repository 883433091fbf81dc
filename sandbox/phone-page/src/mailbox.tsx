// What the product would have sent by mail.
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { formatted } from './formatted.tsx'
import { texts } from './texts.ts'

export function Mailbox() {
  const mail = useQuery({ queryKey: ['mail'], queryFn: api.mail })
  return (
    <ul aria-label={texts.tabs.mail} className="flex flex-col gap-3 p-4">
      {mail.isPending && <li>{texts.loading}</li>}
      {mail.isError && <li role="alert">{mail.error.message}</li>}
      {mail.data?.length === 0 && <li className="text-muted">{texts.noMail}</li>}
      {mail.data?.map(({ id, to, subject, text, time }) => (
        <li key={id} className="rounded-lg border border-line p-3">
          <h2 className="font-semibold">{subject}</h2>
          <p className="text-xs text-muted">
            {texts.mailTo} {to} · {new Date(time).toLocaleString('id-ID')}
          </p>
          <p className="mt-2 whitespace-pre-wrap">{formatted(text)}</p>
        </li>
      ))}
    </ul>
  )
}
