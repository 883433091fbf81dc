// /member/edit?id=: the sending interval; admin and dev also see the fields that only they may set (rule roles), and what the person
// has and did.
import { ChartColumn, ScrollText } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { useUser } from '../../../lib/api/users.ts'
import { moneyPeriodTexts, statementTexts, profileTexts as texts } from '../../../texts/indonesian.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { IntervalForm } from './parts/interval-form.tsx'

const AdminForm = part(() => import('./parts/admin-form.tsx'))
const PersonOverview = part(() => import('./parts/overview.tsx'))
const NotesCard = part(() => import('../../../lib/notes/card.tsx').then((m) => ({ default: m.NotesCard })))
const StatusCard = part(() => import('./parts/status-card.tsx'))
const Security = part(() => import('./parts/security.tsx'))

export default signedIn(function MemberEdit({ user: me }: { user: SessionUser }) {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useUser(id)
  const user = query.data?.user
  const isAdmin = me.role === 'admin' || me.role === 'dev'
  return (
    <RecordScreen
      title={texts.memberTitle}
      note={user ? `${user.firstname} ${user.lastname}`.trim() : '\u00a0'}
      recent={user ? `${user.firstname} ${user.lastname}`.trim() : ''}
      tools={
        isAdmin &&
        user && (
          <>
            <Link to={`/money?user_id=${user.id}`} className={buttonClass('secondary', 'sm')}>
              <ChartColumn aria-hidden className="size-4" />
              {moneyPeriodTexts.link}
            </Link>
            <Link to={`/withdraw/statement?id=${user.id}`} className={buttonClass('secondary', 'sm')}>
              <ScrollText aria-hidden className="size-4" />
              {statementTexts.link}
            </Link>
          </>
        )
      }
      query={query}
      id={id}
      missing={texts.noUser}
      skeleton="h-64 w-full max-w-3xl rounded-2xl"
    >
      {({ user: person }) => (
        <div
          key={person.id}
          className={isAdmin ? 'grid items-start gap-5 xl:grid-cols-[minmax(0,48rem)_minmax(20rem,1fr)]' : 'max-w-3xl'}
        >
          <div className="flex min-w-0 flex-col gap-5">
            <IntervalForm user={person} home={isAdmin ? '/member' : '/whatsapp'} />
            {isAdmin && (
              <Suspense fallback={<Skeleton className="h-72 w-full rounded-2xl" />}>
                {person.id !== me.id && <StatusCard user={person} />}
                <AdminForm user={person} me={me} />
                <NotesCard about={{ user_id: person.id }} />
                <Security user={person} />
              </Suspense>
            )}
          </div>
          {isAdmin && (
            <Suspense fallback={<Skeleton className="h-72 w-full rounded-2xl" />}>
              <PersonOverview id={person.id} />
            </Suspense>
          )}
        </div>
      )}
    </RecordScreen>
  )
})
