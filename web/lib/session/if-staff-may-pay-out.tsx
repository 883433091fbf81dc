// Staff may pay out only while the setting allows it; otherwise their home is the list of generators (rule staff-pay-out).
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useSession } from './session.ts'
import { useSettings } from '../api/use-settings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export function IfStaffMayPayOut({ children }: { children: ReactNode }) {
  const staff = useSession()?.user.role === 'staff'
  const settings = useSettings(staff)
  if (!staff) return children
  if (settings.isPending) return <Skeleton className="h-64 w-full rounded-2xl" />
  if (settings.data?.staff_can_process === false) return <Navigate to="/generator/list" replace />
  return children
}
