// Every screen of the contract's table, each loaded when it is opened. Declarative routes: the data router would add
// 17 kB to the first load (Root is the guard of all of them).
import { type ComponentType, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { WEB_ROUTES, type WebRoute } from '../../contract/people/role-table.ts'
import { useSession } from '../lib/session/session.ts'
import { component, keep } from '../ui/part.tsx'
import { reloadOnce } from './fresh-page.ts'
import { loadAhead } from './load-ahead.ts'
import { PublicFrame } from './public-frame.tsx'
import { Root } from './root.tsx'

type Load = () => Promise<{ default: ComponentType }>

const FILES: Record<WebRoute, Load> = {
  '/signin': () => import('../features/people/auth/signin.tsx'),
  '/signup': () => import('../features/people/auth/signup.tsx'),
  '/reset-password': () => import('../features/people/auth/reset-password.tsx'),
  '/confirm-email': () => import('../features/people/auth/confirm-email.tsx'),
  '/terms': () => import('../features/privacy/legal/terms.tsx'),
  '/privacy-policy': () => import('../features/privacy/legal/privacy-policy.tsx'),
  '/not-authorized': () => import('./pages/not-authorized.tsx'),
  '/opt-out': () => import('../features/recipients/suppressions/opt-out.tsx'),
  '/': () => import('../features/operation/home/home.tsx'),
  '/dashboard': () => import('../features/operation/home/home.tsx'),
  '/whatsapp': () => import('../features/sending/whatsapp/list.tsx'),
  '/whatsapp/create': () => import('../features/sending/whatsapp/create.tsx'),
  '/profile': () => import('../features/people/users/profile.tsx'),
  '/member': () => import('../features/people/users/list.tsx'),
  '/member/edit': () => import('../features/people/users/edit.tsx'),
  '/withdraw': () => import('../features/money/withdraw/member.tsx'),
  '/withdraw/statement': () => import('../features/money/withdraw/statement.tsx'),
  '/withdraw/requested': () => import('../features/money/withdraw/requested.tsx'),
  '/withdraw/requested/payouts': () => import('../features/money/payouts/list.tsx'),
  '/withdraw/requested/approvals': () => import('../features/people/approvals/list.tsx'),
  '/settings': () => import('../features/ground/settings/form.tsx'),
  '/member/whatsapp': () => import('../features/sending/whatsapp/member.tsx'),
  '/bonus': () => import('../features/money/bonus/list.tsx'),
  '/bonus/create': () => import('../features/money/bonus/create.tsx'),
  '/referral': () => import('../features/people/referral/list.tsx'),
  '/level': () => import('../features/people/levels/list.tsx'),
  '/level/create': () => import('../features/people/levels/form.tsx'),
  '/level/edit': () => import('../features/people/levels/form.tsx'),
  '/phonenumber': () => import('../features/recipients/phone-numbers/list.tsx'),
  '/phonenumber/create': () => import('../features/recipients/phone-numbers/create.tsx'),
  '/phonenumber/edit': () => import('../features/recipients/phone-numbers/edit.tsx'),
  '/programme': () => import('../features/recipients/programmes/list.tsx'),
  '/segment': () => import('../features/recipients/segments/list.tsx'),
  '/campaign': () => import('../features/sending/campaigns/list.tsx'),
  '/campaign/edit': () => import('../features/sending/campaigns/form.tsx'),
  '/campaign/show': () => import('../features/sending/campaigns/show.tsx'),
  '/segment/edit': () => import('../features/recipients/segments/build.tsx'),
  '/consent-source': () => import('../features/recipients/sources/list.tsx'),
  '/suppression': () => import('../features/recipients/suppressions/list.tsx'),
  '/data-request': () => import('../features/privacy/data-requests/request.tsx'),
  '/message': () => import('../features/sending/templates/list.tsx'),
  '/message/create': () => import('../features/sending/templates/create.tsx'),
  '/message/edit': () => import('../features/sending/templates/edit.tsx'),
  '/account-check': () => import('../features/sending/account-check/screen.tsx'),
  '/rates': () => import('../features/sending/rates/list.tsx'),
  '/proxy': () => import('../features/sending/proxies/list.tsx'),
  '/proxy/create': () => import('../features/sending/proxies/create.tsx'),
  '/proxy/edit': () => import('../features/sending/proxies/edit.tsx'),
  '/generator/list': () => import('../features/sending/number-checks/generator-list.tsx'),
  '/generator/create': () => import('../features/sending/number-checks/generator-create.tsx'),
  // Never shown: the guard redirects this address.
  '/validator': () => import('../features/sending/number-checks/validator-list.tsx'),
  '/validator/list': () => import('../features/sending/number-checks/validator-list.tsx'),
  '/validator/create': () => import('../features/sending/number-checks/validator-create.tsx'),
  '/monitor/local': () => import('../features/operation/monitor/local.tsx'),
  '/monitor/remote': () => import('../features/operation/monitor/remote.tsx'),
  '/monitor/socket': () => import('../features/operation/monitor/socket.tsx'),
  '/monitor/realtime': () => import('../features/operation/monitor/realtime.tsx'),
  '/blaster': () => import('../features/sending/one-off/list.tsx'),
  '/audit': () => import('../features/record/audit/list.tsx'),
  '/money': () => import('../features/money/periods/screen.tsx'),
  '/reconciliation': () => import('../features/money/ledger/reconciliation.tsx'),
  '/inbox': () => import('../features/operation/inbox/screen.tsx'),
  '/status': () => import('../features/operation/status/screen.tsx'),
}
const PATHS = Object.keys(WEB_ROUTES) as WebRoute[]
const screens = Object.fromEntries(PATHS.map((path) => [path, keep(FILES[path])])) as Record<WebRoute, Load>
const loadShell = keep(() => import('./shell/shell.tsx'))

/** A screen whose code is gone from the server: the address is reloaded, where a new build has it. */
const screen = (load: Load) =>
  component(
    () =>
      load().catch((error: unknown) => (reloadOnce() ? new Promise<never>(() => undefined) : Promise.reject(error))),
    'throw',
  )
const Shell = screen(loadShell)
const NotFound = screen(keep(() => import('./pages/not-found.tsx')))
const components = new Map(PATHS.map((path) => [path, screen(screens[path])]))

/** Fetches the code of a screen and of its frame in parallel; React alone would load one after the other. */
export const preload = (pathname: string): void => {
  if (!(pathname in WEB_ROUTES)) return
  const path = pathname as WebRoute
  // What fails here is asked for again when it is shown.
  if (WEB_ROUTES[path] !== null) loadShell().catch(() => undefined)
  screens[path]().catch(() => undefined)
}

const routeOf = (path: WebRoute) => {
  const Screen = components.get(path)
  return Screen && <Route key={path} path={path} element={<Screen />} />
}

/** After the first press the rest of what this person may open comes, too, unless they spare data (rule code-ahead). */
const useAllAhead = (): void => {
  const role = useSession()?.user.role
  useEffect(() => {
    if (!role) return
    const end = new AbortController()
    loadShell().then(
      () => loadAhead(role, screens, end.signal),
      () => undefined,
    )
    return () => end.abort()
  }, [role])
}

export function AppRoutes() {
  useAllAhead()
  return (
    <Routes>
      <Route element={<Root />}>
        <Route element={<PublicFrame />}>
          {PATHS.filter((path) => WEB_ROUTES[path] === null).map(routeOf)}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<Shell />}>{PATHS.filter((path) => WEB_ROUTES[path] !== null).map(routeOf)}</Route>
      </Route>
    </Routes>
  )
}
