// Fetches what a role may need once somebody uses the page, so that it is there when the line is not (rule code-ahead).
import { isSparing, markAhead } from '../lib/browser/ahead.ts'
import { mayOpen, type Role, WEB_ROUTES, type WebRoute } from '../../contract/people/role-table.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { onPartsAwaited, partsAwaited, partsForPresses, partsSoFar } from '../ui/part.tsx'

type Load = () => Promise<unknown>
/** Files at a time: a slow line needs more than one on the way, a slow phone no more than a few. */
const AT_ONCE = 4
/** A busy phone has no idle moment; a tunnel does not wait for one. */
const IDLE_MS = 250
const PATIENCE_MS = 10_000

const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: IDLE_MS })
    else setTimeout(done, 50)
  })

/** What is open comes first, then every screen of the role, each followed by its parts. */
function* inOrder(role: Role, screens: Record<WebRoute, Load>): Generator<Load> {
  const seen = new Set<Load>()
  const parts = function* (): Generator<Load> {
    for (const load of partsSoFar()) {
      if (seen.has(load)) continue
      seen.add(load)
      yield load
    }
  }
  yield* parts()
  for (const path of Object.keys(WEB_ROUTES) as WebRoute[]) {
    if (WEB_ROUTES[path] === null || !mayOpen(path, role)) continue
    yield screens[path]
    yield* parts()
  }
}

/**
 * Until the open screen has its code and its data: on a slow line they would share it with screens that nobody has asked for.
 * A screen whose answer stays away holds it up for a while only.
 */
const untilShown = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const stops: (() => void)[] = []
    const finish = (): void => {
      for (const stop of stops) stop()
      done()
    }
    const timer = setTimeout(finish, PATIENCE_MS)
    const isShown = (): boolean => queryClient.isFetching() === 0 && partsAwaited() === 0
    // An answer that has just come is drawn first, and may then ask for more: only what stays so over two idle moments is the end.
    const look = async (): Promise<void> => {
      for (let calm = 0; calm < 2; calm++) {
        await idle()
        if (!isShown()) return
      }
      finish()
    }
    const lookSoon = (): void => void look()
    stops.push(() => clearTimeout(timer), queryClient.getQueryCache().subscribe(lookSoon), onPartsAwaited(lookSoon))
    signal.addEventListener('abort', finish, { once: true })
    lookSoon()
  })

/** Who only looks at their figures, as most visits do, pays for no screen that they do not open. */
const firstTap = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const once = { once: true, capture: true, passive: true, signal }
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => done(), once)
    signal.addEventListener('abort', () => done(), { once: true })
  })

/** @param screens by their address */
export const loadAhead = async (role: Role, screens: Record<WebRoute, Load>, signal: AbortSignal): Promise<void> => {
  const tap = firstTap(signal)
  await untilShown(signal)
  markAhead()
  if (isSparing()) return
  await Promise.all(Array.from(partsForPresses(), (load) => load().catch(() => undefined)))
  performance.mark('ahead-soon')
  await tap
  if (isSparing()) return
  const queue = inOrder(role, screens)
  const work = async (): Promise<void> => {
    for (;;) {
      await idle()
      if (signal.aborted) return
      const next = queue.next()
      // What fails now is asked for again when it is needed.
      if (!next.done) await next.value().catch(() => undefined)
      else return
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // Parts of the code that came last.
  for (const load of partsSoFar()) if (!signal.aborted) await load().catch(() => undefined)
  // Tests cut the line from then on.
  if (!signal.aborted) performance.mark('ahead-all')
}
