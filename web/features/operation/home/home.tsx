// / and /dashboard: each role's own home. Staff are sent on by the guard.
import { Suspense } from 'react'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import MemberDashboard from './member-dashboard.tsx'
import { part } from '../../../ui/part.tsx'

const AdminDashboard = part(() => import('./parts/admin-dashboard.tsx'))

export default signedIn(function Home({ user }: { user: SessionUser }) {
  if (user.role === 'member') return <MemberDashboard user={user} />
  return (
    <Suspense fallback={null}>
      <AdminDashboard user={user} />
    </Suspense>
  )
})
