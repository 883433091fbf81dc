// Home of a member: what to do, the announcement, and seven numbers, live.
import { Fragment, Suspense } from 'react'
import type { SessionUser } from '../../../lib/session/session.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMemberHome } from './api.ts'
import { greetingOf, MEMBER_FIGURES } from './member-figures.ts'
import { Announcement } from './parts/announcement.tsx'
import { FIGURE_GRID } from './parts/figure-card.tsx'
import { Hero } from './parts/hero.tsx'
import { MemberSteps } from './parts/member-steps.tsx'
import { StatCard } from './parts/stat-card.tsx'
import { Today } from './parts/today.tsx'
import { Troubled } from './parts/troubled.tsx'
import { useLiveNumbers } from './use-live-numbers.ts'

const figure = (name: keyof typeof MEMBER_FIGURES) => ({ name, ...MEMBER_FIGURES[name] })
const Charts = part(() => import('./parts/charts.tsx'))

export default function MemberDashboard({ user }: { user: SessionUser }) {
  const home = useMemberHome(user.id)
  const info = home.data?.info ?? ''
  useLiveNumbers(user.id)

  // a line of its own on a phone: sums are long
  const money = { width: 'third', className: 'max-sm:col-span-2' } as const
  return (
    // The first answer brings what may stand above the cards: drawn again they appear there, and nothing moves.
    <Fragment key={home.data ? 'numbers' : 'waiting'}>
      <ScreenHead title={texts.memberTitle} note={<span data-figure="greeting">{greetingOf(user)}</span>} />
      {info.trim() !== '' && <Announcement text={info} />}
      <Hero home={home.data} />
      {home.data && (
        <>
          <Troubled troubled={home.data.troubled} />
          <Today of={home.data.sentToday} />
          <MemberSteps
            linked={home.data.whatsapp.connectedCount + home.data.whatsapp.disconnectedCount > 0}
            blasted={home.data.total.successCount + home.data.total.failCount > 0}
            withdrawn={home.data.withdraws > 0}
          />
        </>
      )}
      <div className={FIGURE_GRID}>
        <StatCard title={texts.connected} query={home} {...figure('connected')} />
        <StatCard title={texts.disconnected} query={home} {...figure('disconnected')} />
        <StatCard title={texts.success} query={home} {...figure('success')} />
        <StatCard title={texts.fail} query={home} {...figure('fail')} />
        <StatCard title={texts.income} query={home} {...figure('income')} {...money} />
        <StatCard title={texts.balance} query={home} {...figure('balance')} {...money} />
        <StatCard title={texts.bonus} query={home} {...figure('bonus')} {...money} className="col-span-2" />
      </div>
      <Suspense fallback={<Skeleton className="mt-6 h-96 w-full rounded-2xl" />}>
        <Charts whose={user.id} home={home} />
      </Suspense>
    </Fragment>
  )
}
