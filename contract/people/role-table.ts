// Roles, and which screens each may open (rule screens-by-role). Web router, menu and tests read this table;
// it stands apart from the schema so that the page's first load needs no zod.
export const ROLES = ['member', 'staff', 'dev', 'admin'] as const
export type Role = (typeof ROLES)[number]
/** Roles that may touch what is not theirs. */
export const seesAll = (role: Role): boolean => role === 'admin' || role === 'dev'

const ALL: readonly Role[] = ['member', 'dev', 'admin', 'staff']
const MEMBERS: readonly Role[] = ['dev', 'admin', 'member']
const STAFF_AND_ADMINS: readonly Role[] = ['dev', 'admin', 'staff']
const ADMINS: readonly Role[] = ['dev', 'admin']

/** The roles that may open each screen; null: everybody, without a sign-in. */
export const WEB_ROUTES = {
  '/signin': null,
  '/signup': null,
  '/reset-password': null,
  '/confirm-email': null,
  '/terms': null,
  '/privacy-policy': null,
  '/not-authorized': null,
  '/opt-out': null,
  '/': ALL,
  '/dashboard': ALL,
  '/profile': ALL,
  '/whatsapp/create': ALL,
  '/bonus': MEMBERS,
  '/whatsapp': MEMBERS,
  '/referral': MEMBERS,
  '/member/edit': MEMBERS,
  '/withdraw': ['dev', 'member'],
  '/withdraw/statement': MEMBERS,
  '/inbox': STAFF_AND_ADMINS,
  '/generator/list': STAFF_AND_ADMINS,
  '/generator/create': STAFF_AND_ADMINS,
  '/validator': STAFF_AND_ADMINS,
  '/validator/list': STAFF_AND_ADMINS,
  '/validator/create': STAFF_AND_ADMINS,
  '/withdraw/requested': STAFF_AND_ADMINS,
  '/withdraw/requested/payouts': STAFF_AND_ADMINS,
  '/withdraw/requested/approvals': STAFF_AND_ADMINS,
  '/blaster': ADMINS,
  '/phonenumber': ADMINS,
  '/phonenumber/create': ADMINS,
  '/phonenumber/edit': ADMINS,
  '/message': ADMINS,
  '/message/create': ADMINS,
  '/message/edit': ADMINS,
  '/settings': ADMINS,
  '/member': ADMINS,
  '/member/whatsapp': ADMINS,
  '/proxy': ADMINS,
  '/proxy/create': ADMINS,
  '/proxy/edit': ADMINS,
  '/bonus/create': ADMINS,
  '/level': ADMINS,
  '/level/create': ADMINS,
  '/level/edit': ADMINS,
  '/suppression': ADMINS,
  '/consent-source': ADMINS,
  '/rates': ADMINS,
  '/account-check': ADMINS,
  '/programme': ADMINS,
  '/segment': ADMINS,
  '/segment/edit': ADMINS,
  '/campaign': ADMINS,
  '/campaign/edit': ADMINS,
  '/campaign/show': ADMINS,
  '/data-request': ADMINS,
  '/audit': ADMINS,
  '/reconciliation': ADMINS,
  '/money': ADMINS,
  '/status': ADMINS,
  '/monitor/local': ['dev'],
  '/monitor/remote': ['dev'],
  '/monitor/socket': ['dev'],
  '/monitor/realtime': ['dev'],
} as const satisfies Record<string, readonly Role[] | null>
export type WebRoute = keyof typeof WEB_ROUTES

export const mayOpen = (route: WebRoute, who: Role | null): boolean => {
  const roles: readonly Role[] | null = WEB_ROUTES[route]
  return roles === null || (who !== null && roles.includes(who))
}
