// /member/edit?id=: the sending interval; for admin and dev also what only they may set (rule roles).
import { ScrollText } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError, errorText } from '../../lib/api/http.ts'
import { useSession } from '../../lib/session/session.ts'
import { useUser } from '../../lib/api/users.ts'
import { common, statementTexts, profileTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageHead } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { IntervalForm } from './parts/interval-form.tsx'

const OfficeForm = lazy(() => import('./parts/office-form.tsx'))
const Security = lazy(() => import('./parts/security.tsx'))

export default function MemberEdit() {
  const me = useSession()?.user
  const id = useSearchParams()[0].get('id') ?? ''
  const { data, isPending, isError, error } = useUser(id)
  const missing = id === '' || (error instanceof ApiError && error.status === 404)
  const office = me?.role === 'admin' || me?.role === 'dev'
  return (
    <>
      <title>{`${texts.memberTitle} · ${common.appName}`}</title>
      <PageHead title={texts.memberTitle} note={data && `${data.user.firstname} ${data.user.lastname}`.trim()}>
        {office && data && (
          <Link to={`/withdraw/statement?id=${data.user.id}`} className={buttonClass('secondary', 'sm')}>
            <ScrollText aria-hidden className="size-4" />
            {statementTexts.link}
          </Link>
        )}
      </PageHead>
      {missing && <Alert tone="warning">{texts.noUser}</Alert>}
      {isError && !missing && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      {isPending && id !== '' && <Skeleton className="h-64 w-full max-w-3xl rounded-2xl" />}
      {data && me && (
        <div key={data.user.id} className="flex max-w-3xl flex-col gap-5">
          <IntervalForm user={data.user} home={office ? '/member' : '/whatsapp'} />
          {office && (
            <Suspense fallback={<Skeleton className="h-72 w-full rounded-2xl" />}>
              <OfficeForm user={data.user} me={me} />
              <Security user={data.user} />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}
