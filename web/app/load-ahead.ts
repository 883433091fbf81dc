// Fetches what a role may need while nothing else goes on, so that it is there when the line is not (decision record 0044).
import { mayOpen, type Role, WEB_ROUTES, type WebRoute } from '../../contract/role-table.ts'
import { partsSoFar } from '../ui/part.tsx'

type Load = () => Promise<unknown>
/** Files at a time: a slow line needs more than one on the way, a slow phone no more than a few. */
const AT_ONCE = 4
/** A busy phone has no idle moment; a tunnel does not wait for one. */
const IDLE_MS = 250

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

/** @param screens by their address */
export const loadAhead = async (role: Role, screens: Record<WebRoute, Load>, signal: AbortSignal): Promise<void> => {
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
}
