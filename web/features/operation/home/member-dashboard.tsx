// Home of a member: what to do, the announcement, and seven numbers, live.
import { Fragment, Suspense } from 'react'
import type { SessionUser } from '../../../lib/session/session.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import { Announcement } from '../../../lib/announcement/announcement.tsx'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMemberHome } from './api.ts'
import { greetingOf } from './member-figures.ts'
import { Figures } from './parts/figures.tsx'
import { Hero } from './parts/hero.tsx'
import { MemberSteps } from './parts/member-steps.tsx'
import { Today } from './parts/today.tsx'
import { Troubled } from './parts/troubled.tsx'
import { useLiveNumbers } from './use-live-numbers.ts'

const Charts = part(() => import('./parts/charts.tsx'))

export default function MemberDashboard({ user }: { user: SessionUser }) {
  const home = useMemberHome(user.id)
  const info = home.data?.info ?? ''
  useLiveNumbers(user.id)

  return (
    // The first answer brings what may stand above the cards: drawn again they appear there, and nothing moves.
    <Fragment key={home.data ? 'numbers' : 'waiting'}>
      <ScreenHead
        title={texts.memberTitle}
        // one line, whatever the name: what is below stays when it comes
        note={
          <span data-figure="greeting" className="-mt-2 block h-5 truncate">
            {greetingOf(user)}
          </span>
        }
      />
      <Hero query={home} />
      {info.trim() !== '' && <Announcement text={info} />}
      {home.data && (
        <>
          <Troubled troubled={home.data.troubled} />
          <MemberSteps
            linked={home.data.whatsapp.connectedCount + home.data.whatsapp.disconnectedCount > 0}
            blasted={home.data.total.successCount + home.data.total.failCount > 0}
            withdrawn={home.data.withdraws > 0}
          />
          <Today of={home.data.sentToday} />
        </>
      )}
      <Figures query={home} />
      <Suspense fallback={<Skeleton className="mt-6 h-96 w-full rounded-2xl" />}>
        <Charts whose={user.id} home={home} />
      </Suspense>
    </Fragment>
  )
}
