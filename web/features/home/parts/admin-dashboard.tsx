// Home of admin and dev: greeting by first name, tiles live, then charts.
import { Banknote, CalendarCheck, Network, Send, Smartphone, Unplug, UserCheck, Users } from 'lucide-react'
import { Suspense } from 'react'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLiveAdminNumbers } from '../admin-api.ts'
import { useAdminHome } from '../api.ts'
import { FIGURE_GRID } from './figure-card.tsx'
import { PairCard } from './pair-card.tsx'
import { StatCard } from './stat-card.tsx'

const Charts = part(() => import('./charts.tsx'))
const AdminSteps = part(() => import('./admin-steps.tsx'))

export default function AdminDashboard({ user }: { user: SessionUser }) {
  const home = useAdminHome(user.id)
  useLiveAdminNumbers(user.id)
  const count = { format: formatNumber }
  const halves = (data: { successCount: number; failCount: number } | undefined) => [
    { label: texts.successShort, value: data?.successCount },
    { label: texts.failShort, value: data?.failCount },
  ]
  return (
    <>
      <ScreenHead title={texts.adminGreeting(user.firstname)} note={texts.adminLead} />
      {home.data && (
        <Suspense fallback={null}>
          <AdminSteps home={home.data} />
        </Suspense>
      )}
      <div className={FIGURE_GRID}>
        <StatCard title={texts.unusedProxies} icon={Network} query={home} pick={(d) => d.proxies.unUsed} {...count} />
        <StatCard title={texts.unblasted} icon={Users} query={home} pick={(d) => d.phones.unBlasted} {...count} />
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
        <PairCard
          title={texts.blastToday}
          icon={CalendarCheck}
          query={home}
          halves={halves(home.data?.today)}
          {...count}
        />
        <PairCard title={texts.blastTotal} icon={Send} query={home} halves={halves(home.data?.total)} {...count} />
        <PairCard
          title={texts.withdrawTotal}
          icon={Banknote}
          query={home}
          halves={[
            { label: texts.today, value: home.data?.paidToday },
            { label: texts.allTime, value: home.data?.paidInAll },
          ]}
          format={formatRupiah}
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-5 h-96 w-full rounded-2xl" />}>
        <Charts userId={null} home={home} />
      </Suspense>
    </>
  )
}
