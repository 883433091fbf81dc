// Staff pay out only while the setting lets them; else their home is the generators (decision 29).
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Settings } from '../../../../contract/settings.ts'
import { http } from '../../../lib/http.ts'
import { useSession } from '../../../lib/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

export function StaffGate({ children }: { children: ReactNode }) {
  const staff = useSession()?.user.role === 'staff'
  const found = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => http.get<{ setting: Settings }>('/admin/setting/get', { signal }),
    enabled: staff,
  })
  if (!staff) return children
  if (found.isPending) return <Skeleton className="h-64 w-full rounded-2xl" />
  if (found.data?.setting.staff_can_process === false) return <Navigate to="/generator/list" replace />
  return children
}
