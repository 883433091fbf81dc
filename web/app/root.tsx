// The frame of every screen and their guard: redirects visitors who may not open a screen, scrolls up on each change of screen,
// and shows short messages.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { WEB_ROUTES, type WebRoute } from '../../contract/people/role-table.ts'
import { isEverybodys } from '../lib/api/query-keys.ts'
import { LeaveQuestion } from '../lib/forms/leave-question.tsx'
import { sessionEnd, useSession } from '../lib/session/session.ts'
import { useDark } from '../lib/browser/theme.ts'
import { common } from '../texts/indonesian.ts'
import { ToastHost } from '../ui/notify.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { useFreshPage } from './fresh-page.ts'
import { afterSignin, elsewhere, type SigninState, signinStateOf, type Visitor } from './guards.ts'

/** Clears the cache at a sign-out, so that the next person sees nothing of it. */
const useForgetting = (userId: string | undefined): void => {
  const cache = useQueryClient()
  const before = useRef(userId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== userId)
      cache.removeQueries({ predicate: (query) => !isEverybodys(query) })
    before.current = userId
  }, [cache, userId])
}

/** The same person has another token, by a sign-in or a proof of any tab: what failed with the older one is fetched again. */
const useNewToken = (token: string | undefined): void => {
  const cache = useQueryClient()
  const before = useRef(token)
  useEffect(() => {
    if (before.current !== undefined && token !== undefined && before.current !== token)
      void cache.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = token
  }, [cache, token])
}

/** Where the guard leads, and what it tells the sign-in page. */
const leadTo = (to: string, place: string, state: unknown, visitor: Visitor): { to: string; state?: SigninState } => {
  if (to === '/dashboard' && visitor && place === '/signin')
    return { to: afterSignin(signinStateOf(state).from, visitor) }
  if (to !== '/signin') return { to }
  const end = sessionEnd()
  return { to, state: { why: end === 'left' ? null : end, from: end === 'left' ? null : place } }
}

export function Root() {
  const { pathname, search, state } = useLocation()
  const session = useSession()
  const user = session?.user ?? null
  const dark = useDark()
  useForgetting(user?.id)
  useNewToken(session?.token)
  useFreshPage(pathname)

  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) window.scrollTo(0, 0)
    shown.current = pathname
  }, [pathname])

  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const to = path in WEB_ROUTES ? elsewhere(path as WebRoute, new URLSearchParams(search), user) : null
  return (
    <>
      {to ? (
        <Navigate {...leadTo(to, path + search, state, user)} replace />
      ) : (
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      )}
      <LeaveQuestion />
      <ToastHost dark={dark} label={common.notifications} />
    </>
  )
}

function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center text-accent">
      <Spinner label={common.loading} className="size-8" />
    </div>
  )
}
