// Where a visitor is sent instead, or null when the screen is theirs to open (rule screens-by-role).
import { mayOpen, type Role, type WebRoute } from '../../contract/role-table.ts'

export type Visitor = { id: string; role: Role } | null

const CHECK_TYPES = ['generator', 'validator']

export const elsewhere = (route: WebRoute, query: URLSearchParams, visitor: Visitor): string | null => {
  if (route === '/signin') return visitor ? '/dashboard' : null
  if (mayOpen(route, null)) return null
  if (!visitor) return '/signin'
  if (!mayOpen(route, visitor.role)) return '/not-authorized'
  if (route === '/member/edit' && visitor.role === 'member' && query.get('id') !== visitor.id) return '/not-authorized'
  if (route === '/whatsapp/create' && visitor.role === 'staff' && !CHECK_TYPES.includes(query.get('type') ?? ''))
    return '/not-authorized'
  if ((route === '/' || route === '/dashboard') && visitor.role === 'staff') return '/withdraw/requested?page=1'
  if (route === '/validator') return '/validator/list'
  return null
}
