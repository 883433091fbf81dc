// / and /dashboard: each role's own home. Staff are sent on by the guard.
import { lazy, Suspense } from 'react'
import { useSession } from '../../lib/session/session.ts'
import MemberDashboard from './member-dashboard.tsx'

const AdminDashboard = lazy(() => import('./parts/admin-dashboard.tsx'))

export default function Home() {
  const user = useSession()?.user
  if (!user) return null
  if (user.role === 'member') return <MemberDashboard user={user} />
  return (
    <Suspense fallback={null}>
      <AdminDashboard user={user} />
    </Suspense>
  )
}
