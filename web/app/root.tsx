// The frame of every screen and their guard: redirects visitors who may not open a screen, scrolls up on each change of screen,
// and shows short messages.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { WEB_ROUTES, type WebRoute } from '../../contract/role-table.ts'
import { isEverybodys } from '../lib/api/query-keys.ts'
import { useSession } from '../lib/session/session.ts'
import { useDark } from '../lib/browser/theme.ts'
import { common } from '../texts/indonesian.ts'
import { ToastHost } from '../ui/notify.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { elsewhere } from './guards.ts'

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

export function Root() {
  const { pathname, search } = useLocation()
  const user = useSession()?.user ?? null
  const dark = useDark()
  useForgetting(user?.id)

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
        <Navigate to={to} replace />
      ) : (
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      )}
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
