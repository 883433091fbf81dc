// Home of admin and dev: what waits for them, then the money, then the pace, then charts; all of it live.
import { Banknote, CalendarCheck, Network, Send, Smartphone, Unplug, UserCheck, Users } from 'lucide-react'
import { Fragment, Suspense } from 'react'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { ScreenHead } from '../../../../lib/screen/screen-head.tsx'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { part } from '../../../../ui/part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useLiveAdminNumbers } from '../admin-api.ts'
import { useAdminHome } from '../api.ts'
import { AdminCalls } from './admin-calls.tsx'
import { AdminSteps } from './admin-steps.tsx'
import { FIGURE_GRID } from './figure-card.tsx'
import { PairCard } from './pair-card.tsx'
import { StatCard } from './stat-card.tsx'
import { Waiting } from './waiting.tsx'

const Charts = part(() => import('./charts.tsx'))

export default function AdminDashboard({ user }: { user: SessionUser }) {
  const home = useAdminHome(user.id)
  useLiveAdminNumbers(user.id)
  const count = { format: formatNumber }
  const halves = (data: { successCount: number; failCount: number } | undefined) => [
    { label: texts.successShort, value: data?.successCount },
    { label: texts.failShort, value: data?.failCount },
  ]
  return (
    // The first answer may bring first steps above the cards: drawn again they appear there, and nothing moves.
    <Fragment key={home.data ? 'numbers' : 'waiting'}>
      <ScreenHead title={texts.adminGreeting(user.firstname)} note={texts.adminLead} />
      <Waiting user={user} />
      <AdminCalls home={home.data} />
      {home.data && <AdminSteps home={home.data} />}
      <h2 className="mb-3 text-base font-semibold">{texts.money}</h2>
      <div className={FIGURE_GRID}>
        <PairCard
          title={texts.withdrawTotal}
          icon={Banknote}
          query={home}
          halves={[
            { label: texts.today, value: home.data?.paidToday },
            { label: texts.allTime, value: home.data?.paidInAll },
          ]}
          format={formatRupiah}
          className="col-span-2 xl:col-span-6"
        />
      </div>
      <h2 className="mt-6 mb-3 text-base font-semibold">{texts.pace}</h2>
      <div className={FIGURE_GRID}>
        <PairCard
          title={texts.blastToday}
          icon={CalendarCheck}
          query={home}
          halves={halves(home.data?.today)}
          {...count}
        />
        <PairCard title={texts.blastTotal} icon={Send} query={home} halves={halves(home.data?.total)} {...count} />
        <StatCard
          title={texts.connected}
          icon={Smartphone}
          query={home}
          pick={(d) => d.whatsapp.connectedCount}
          {...count}
        />
        <StatCard
          title={texts.disconnected}
          icon={Unplug}
          query={home}
          pick={(d) => d.whatsapp.disconnectedCount}
          {...count}
        />
        <StatCard title={texts.activeMembers} icon={UserCheck} query={home} pick={(d) => d.activeMembers} {...count} />
        <StatCard title={texts.unblasted} icon={Users} query={home} pick={(d) => d.phones.unBlasted} {...count} />
        <StatCard
          title={texts.unusedProxies}
          icon={Network}
          query={home}
          pick={(d) => d.proxies.unUsed}
          {...count}
          className="max-xl:col-span-2"
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-5 h-96 w-full rounded-2xl" />}>
        <Charts whose={null} home={home} />
      </Suspense>
    </Fragment>
  )
}
