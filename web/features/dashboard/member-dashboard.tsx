// Home of a member (s.2): announcement and seven numbers, live.
import { Banknote, CircleCheck, CircleX, Gift, Smartphone, Unplug, Wallet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatNumber, formatRupiah } from '../../lib/format.ts'
import type { SessionUser } from '../../lib/session.ts'
import { common, dashboardTexts as texts } from '../../texts/id.ts'
import { PageHead } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNumbers } from './api.ts'
import { FIGURE_GRID } from './parts/figure-card.tsx'
import { StatCard } from './parts/stat-card.tsx'
import { useLiveNumbers } from './use-live-numbers.ts'

const Announcement = lazy(() => import('./parts/announcement.tsx'))
const Charts = lazy(() => import('./parts/charts.tsx'))
const MemberSteps = lazy(() => import('./parts/member-steps.tsx'))

export default function MemberDashboard({ user }: { user: SessionUser }) {
  const whatsapp = useNumbers(user.id, 'whatsappCount')
  const blasts = useNumbers(user.id, 'totalCount')
  const income = useNumbers(user.id, 'todayIncome')
  const balance = useNumbers(user.id, 'balance')
  const bonus = useNumbers(user.id, 'totalBonus')
  const info = useNumbers(user.id, 'setting').data?.setting.info ?? ''
  useLiveNumbers(user.id)

  const count = { format: formatNumber }
  // a line of its own on a phone: sums are long
  const money = { format: formatRupiah, width: 'third', className: 'max-sm:col-span-2' } as const
  return (
    <>
      <title>{`${texts.memberTitle} · ${common.appName}`}</title>
      <PageHead title={texts.memberTitle} note={texts.memberGreeting(`${user.firstname} ${user.lastname}`.trim())} />
      {info.trim() !== '' && (
        <Suspense fallback={<div className="mb-5 h-11 rounded-xl bg-info-soft" />}>
          <Announcement text={info} />
        </Suspense>
      )}
      {whatsapp.data && blasts.data && (
        <Suspense fallback={null}>
          <MemberSteps
            userId={user.id}
            linked={whatsapp.data.connectedCount + whatsapp.data.disconnectedCount > 0}
            blasted={blasts.data.successCount + blasts.data.failCount > 0}
          />
        </Suspense>
      )}
      <div className={FIGURE_GRID}>
        <StatCard
          title={texts.connected}
          icon={Smartphone}
          query={whatsapp}
          pick={(d) => d.connectedCount}
          {...count}
        />
        <StatCard
          title={texts.disconnected}
          icon={Unplug}
          query={whatsapp}
          pick={(d) => d.disconnectedCount}
          {...count}
        />
        <StatCard title={texts.success} icon={CircleCheck} query={blasts} pick={(d) => d.successCount} {...count} />
        <StatCard title={texts.fail} icon={CircleX} query={blasts} pick={(d) => d.failCount} {...count} />
        <StatCard title={texts.income} icon={Banknote} query={income} pick={(d) => d.income} {...money} />
        <StatCard title={texts.balance} icon={Wallet} query={balance} pick={(d) => d.balance} {...money} />
        <StatCard
          title={texts.bonus}
          icon={Gift}
          query={bonus}
          pick={(d) => d.totalBonus}
          {...money}
          className="col-span-2"
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-6 h-96 w-full rounded-2xl" />}>
        <Charts userId={user.id} />
      </Suspense>
    </>
  )
}
