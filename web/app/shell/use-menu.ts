// The menu of a role as the settings leave it: staff who may not pay out have no requests (decision 29).
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../../contract/role-table.ts'
import type { Settings } from '../../../contract/settings.ts'
import { http } from '../../lib/http.ts'
import { type MenuEntry, menuOf } from './menu.ts'

const isRequests = (entry: MenuEntry): boolean => 'to' in entry && entry.to === '/withdraw/requested'

export const useMenu = (role: Role): MenuEntry[] => {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => http.get<{ setting: Settings }>('/admin/setting/get', { signal }),
    enabled: role === 'staff',
  })
  const menu = menuOf(role)
  return data?.setting.staff_can_process === false && role === 'staff'
    ? menu.filter((entry) => !isRequests(entry))
    : menu
}
