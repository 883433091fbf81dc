// Around every screen: leaves for /signin when the session ends, scrolls up on each change of screen, shows messages.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { WEB_ROUTES, type WebRoute } from '../../contract/role-table.ts'
import { getSession, onSessionChange } from '../lib/session.ts'
import { useDark } from '../lib/theme.ts'
import { common } from '../texts/id.ts'
import { Button } from '../ui/button.tsx'
import { ToastHost } from '../ui/notify.tsx'
import { Spinner } from '../ui/spinner.tsx'

export function Root() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const dark = useDark()

  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) window.scrollTo(0, 0)
    shown.current = pathname
  }, [pathname])

  useEffect(
    () =>
      onSessionChange(() => {
        if (getSession()) return
        cache.removeQueries({ predicate: (query) => query.queryKey[0] !== 'public-config' })
        if (WEB_ROUTES[location.pathname as WebRoute] !== null) void navigate('/signin', { replace: true })
      }),
    [cache, navigate],
  )

  return (
    <>
      <Outlet />
      <ToastHost dark={dark} label={common.notifications} />
    </>
  )
}

export function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center text-accent">
      <Spinner label={common.loading} className="size-8" />
    </div>
  )
}

export function Crashed() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="max-w-md text-center">
        <h1 className="text-xl font-semibold">{common.crashed}</h1>
        <p className="mt-2 mb-6 text-ink-2">{common.crashedText}</p>
        <Button onClick={() => location.reload()}>{common.reload}</Button>
      </div>
    </main>
  )
}
