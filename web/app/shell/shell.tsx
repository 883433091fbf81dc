// The frame of every signed-in screen: sidebar, header, palette; checks the sign-in state on load.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { TakeOver } from '../../first-paint/take-over.ts'
import { keys } from '../../lib/api/query-keys.ts'
import { errorText, call } from '../../lib/api/http.ts'
import { useLostLine } from '../../lib/api/connection.ts'
import { usePublicConfig } from '../../lib/api/public-config.ts'
import { useHasStrips } from '../../lib/api/sending-pause.ts'
import { ScreenFocus } from '../../lib/browser/screen-focus.ts'
import { updateSessionUser, useSession } from '../../lib/session/session.ts'
import { shellTexts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { classNames } from '../../ui/class-names.ts'
import { component, keepAhead, part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Header } from './header.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { useNewDay } from './use-new-day.ts'

const loadPalette = keepAhead(() => import('../overlays/palette.tsx'))
const Palette = component(loadPalette)
const Strips = part(() => import('../overlays/strips.tsx'))

/** The text to show when the sign-in state could not be confirmed, else null. */
const useValidation = (token: string): string | null => {
  const validation = useQuery({
    queryKey: keys.sums('sign-in', token),
    queryFn: ({ signal }) => call('POST /auth/validate', {}, { signal, fallback: shellTexts.validateFailed }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  })
  const user = validation.data?.user
  useEffect(() => {
    if (user) updateSessionUser(user)
  }, [user])
  return validation.isError ? errorText(validation.error) : null
}

const useShortcut = (setOpen: (open: boolean) => void): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [setOpen])

export default function Shell() {
  const session = useSession()
  const { pathname } = useLocation()
  const { data: config } = usePublicConfig()
  const sidebar = useSidebar()
  const [searching, setSearching] = useState(false)
  const problem = useValidation(session?.token ?? '')
  const hasStrips = useHasStrips()
  const isFrozen = useLostLine() !== null
  useShortcut(setSearching)
  useNewDay()

  // Not reached: the guard in root.tsx redirects visitors without a session.
  if (!session) return null
  const { user } = session
  return (
    <>
      <a
        href="#isi"
        // An entry of its own would be one that Back does not know.
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('isi')?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2.5 text-accent-ink focus:translate-y-0"
      >
        {shellTexts.skip}
      </a>
      <Sidebar state={sidebar} user={user} supportUrl={config?.supportUrl ?? ''} />
      <div
        // The focus stays in the mobile menu while that is open.
        inert={sidebar.mobileOpen}
        className={classNames(
          'flex min-h-dvh flex-col transition-[padding] duration-200',
          sidebar.expanded ? 'lg:pl-(--sidebar-wide)' : 'lg:pl-(--sidebar-narrow)',
        )}
      >
        <SandboxBanner />
        {hasStrips && (
          <Suspense fallback={null}>
            <Strips role={user.role} />
          </Suspense>
        )}
        <Header
          user={user}
          sidebar={sidebar}
          onSearch={() => setSearching(true)}
          onSearchNear={() => void loadPalette().catch(() => undefined)}
        />
        <main
          id="isi"
          tabIndex={-1}
          data-frozen={isFrozen || undefined}
          className="mx-auto w-full max-w-7xl flex-1 px-4 pt-3 pb-6 outline-none sm:px-6"
        >
          {problem && (
            <div className="mb-5">
              <Alert tone="danger">{problem}</Alert>
            </div>
          )}
          <ErrorBoundary place={pathname}>
            {/* By its key a screen whose code waits for a line shows that it waits, not the screen before it. */}
            <Suspense key={pathname} fallback={<Skeleton className="h-64 w-full rounded-2xl" />}>
              <Outlet />
              <TakeOver />
              <ScreenFocus />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {searching && (
        <Suspense fallback={null}>
          <Palette role={user.role} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  )
}
