// Where a visitor is sent instead, or null when the screen is theirs to open (rule screens-by-role).
import { mayOpen, type Role, WEB_ROUTES, type WebRoute } from '../../contract/people/role-table.ts'

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

/** What /signin is told by the guard: why one is there, and where to lead back to. Kept in the history's entry. */
export type SigninState = { why: 'elsewhere' | 'refused' | null; from: string | null }

/** @param state of the history's entry, which any version of the page may have written */
export const signinStateOf = (state: unknown): SigninState => {
  const { why, from } = (state ?? {}) as Partial<Record<keyof SigninState, unknown>>
  return {
    why: why === 'elsewhere' || why === 'refused' ? why : null,
    from: typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null,
  }
}

/** Where a sign-in leads: back to where one was, unless that screen is not this person's. */
export const afterSignin = (from: string | null, visitor: NonNullable<Visitor>): string => {
  if (from === null) return '/dashboard'
  const { pathname, searchParams } = new URL(from, 'https://page.invalid')
  if (!(pathname in WEB_ROUTES)) return '/dashboard'
  const to = elsewhere(pathname as WebRoute, searchParams, visitor)
  return to === null ? from : to === '/not-authorized' ? '/dashboard' : to
}
