// What a page fetches before it shows its first screen, and how far it moves meanwhile: read in the page, for the test that holds
// the counts and for the web benchmark.
import type { Page } from 'playwright-core'

export type FirstLoad = {
  /** Of what was fetched, the page itself and sockets left out. */
  paths: string[]
  scripts: number
  calls: number
  /** Everything that went over the line: page, scripts, styles, calls, sockets. */
  requests: number
  /** Cumulative layout shift. */
  shift: number
  /** Milliseconds to the largest paint. */
  lcp: number
  /** Milliseconds until the page's script has taken the place of what the document showed; 0: it showed nothing. */
  taken: number
  /** Milliseconds in which a task held the page for longer than 50. */
  blocked: number
}
type Seen = Pick<FirstLoad, 'shift' | 'lcp' | 'blocked'>
const LONG_MS = 50

/** Before the page is opened. @returns reads what was seen, once the screen stands and only what may come next is fetched */
export const watchFirstLoad = async (page: Page): Promise<() => Promise<FirstLoad>> => {
  let sockets = 0
  page.on('websocket', () => (sockets += 1))
  await page.addInitScript((longMs) => {
    const seen: Seen = { shift: 0, lcp: 0, blocked: 0 }
    Object.assign(window, { firstLoad: seen })
    const on = (type: string, take: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    })
    on('largest-contentful-paint', ({ startTime }) => (seen.lcp = Math.max(seen.lcp, startTime)))
    on('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - longMs)))
  }, LONG_MS)
  return async () => {
    const found = await page.evaluate(() => {
      const { firstLoad } = window as unknown as { firstLoad: Seen }
      // The page sets this mark when its first screen stands (web/app/load-ahead.ts); a page of no role fetches nothing ahead.
      const end = performance.getEntriesByName('ahead')[0]?.startTime ?? Number.POSITIVE_INFINITY
      const paths = performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime < end && entry.name.startsWith(location.origin))
        .map((entry) => new URL(entry.name).pathname)
      const taken = performance.getEntriesByName('taken-over')[0]?.startTime ?? 0
      return { ...firstLoad, taken, paths: [...paths] }
    })
    const { paths, ...seen } = found
    return {
      scripts: paths.filter((path) => path.endsWith('.js')).length,
      calls: paths.filter((path) => path.startsWith('/api/')).length,
      // and the page itself
      requests: paths.length + sockets + 1,
      paths,
      ...seen,
    }
  }
}
/** Until the page's own screen stands in place of what the document showed. */
export const untilTaken = (page: Page): Promise<void> => page.locator('#drawn').waitFor({ state: 'detached' })
/** Until the page says that its first screen stands. */
export const untilAhead = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('ahead').length > 0)
