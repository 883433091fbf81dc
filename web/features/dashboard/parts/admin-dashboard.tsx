// Home of admin and dev (s.2): greeting by first name, tiles live, then charts.
import { Banknote, CalendarCheck, Network, Send, Smartphone, Unplug, UserCheck, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatNumber, formatRupiah } from '../../../lib/format.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { common, dashboardTexts as texts } from '../../../texts/id.ts'
import { PageHead } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAdminNumbers, useLiveAdminNumbers } from '../admin-api.ts'
import { FIGURE_GRID } from './figure-card.tsx'
import { PairCard } from './pair-card.tsx'
import { StatCard } from './stat-card.tsx'

const Charts = lazy(() => import('./charts.tsx'))
const AdminSteps = lazy(() => import('./admin-steps.tsx'))

export default function AdminDashboard({ user }: { user: SessionUser }) {
  const numbers = useAdminNumbers(user.id)
  useLiveAdminNumbers(user.id)
  const count = { format: formatNumber }
  const halves = (data: { successCount: number; failCount: number } | undefined) => [
    { label: texts.successShort, value: data?.successCount },
    { label: texts.failShort, value: data?.failCount },
  ]
  return (
    <>
      <title>{`${texts.adminTitle} · ${common.appName}`}</title>
      <PageHead title={texts.adminGreeting(user.firstname)} note={texts.adminLead} />
      <Suspense fallback={null}>
        <AdminSteps proxies={numbers.proxies.data} />
      </Suspense>
      <div className={FIGURE_GRID}>
        <StatCard
          title={texts.unusedProxies}
          icon={Network}
          query={numbers.proxies}
          pick={(d) => d.unUsed}
          {...count}
        />
        <StatCard title={texts.unblasted} icon={Users} query={numbers.phones} pick={(d) => d.unBlasted} {...count} />
        <StatCard
          title={texts.connected}
          icon={Smartphone}
          query={numbers.whatsapp}
          pick={(d) => d.connectedCount}
          {...count}
        />
        <StatCard
          title={texts.disconnected}
          icon={Unplug}
          query={numbers.whatsapp}
          pick={(d) => d.disconnectedCount}
          {...count}
        />
        <StatCard
          title={texts.activeMembers}
          icon={UserCheck}
          query={numbers.members}
          pick={(d) => d.count}
          {...count}
        />
        <PairCard
          title={texts.blastToday}
          icon={CalendarCheck}
          queries={[numbers.today]}
          halves={halves(numbers.today.data)}
          {...count}
        />
        <PairCard
          title={texts.blastTotal}
          icon={Send}
          queries={[numbers.total]}
          halves={halves(numbers.total.data)}
          {...count}
        />
        <PairCard
          title={texts.withdrawTotal}
          icon={Banknote}
          queries={[numbers.withdrawToday, numbers.withdrawAll]}
          halves={[
            { label: texts.today, value: numbers.withdrawToday.data?.total },
            { label: texts.allTime, value: numbers.withdrawAll.data?.total },
          ]}
          format={formatRupiah}
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-5 h-96 w-full rounded-2xl" />}>
        <Charts userId={null} />
      </Suspense>
    </>
  )
}
