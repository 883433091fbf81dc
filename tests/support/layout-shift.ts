// How far a page moves while it loads: Chromium's own measure, with the elements that moved.
import type { BrowserContext, Page } from 'playwright-core'

export type Moves = { shift: number; moved: string[] }
type Seen = { shift: number; moved: string[]; calls: number; calmSince: number }

/** A slow line: what stands in a call's place is seen before its answer. */
const ANSWER_DELAY_MS = 300
/** So long nothing is asked and nothing moves: what an answer brings may ask for more. */
const CALM_MS = 400

/** In every tab of this window from now on, from a document's first paint. */
export const watchMoves = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((delayMs) => {
    // As on the first visit: the sign-in is in cookies. An empty tab has no storage.
    if (location.protocol !== 'about:' && top === window) localStorage.clear()
    const seen: Seen = { shift: 0, moved: [], calls: 0, calmSince: 0 }
    Object.assign(window, { seenMoves: seen })
    const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null)
      if (!element) return 'gone'
      const label = element.id || element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40)
      return `${element.tagName.toLowerCase()}.${String(element.className).slice(0, 40)} "${label ?? ''}"`
    }
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        seen.calmSince = performance.now()
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.push(`${entry.value.toFixed(3)} ${nameOf(node)}: ${place(previousRect)} > ${place(currentRect)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    // In the page, not as a route of the browser's driver: that would turn the cache off.
    const ask = fetch
    const count = (by: number): void => {
      seen.calls += by
      seen.calmSince = performance.now()
    }
    window.fetch = async (...sent) => {
      count(1)
      try {
        await new Promise((done) => setTimeout(done, delayMs))
        return await ask(...sent)
      } finally {
        count(-1)
      }
    }
  }, ANSWER_DELAY_MS)

/** Opens the address as a new document. @returns how far it moved until it stands: headed, answered and without skeletons */
export const movesOf = async (page: Page, path: string): Promise<Moves> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForFunction((calmMs) => {
    const { seenMoves } = window as unknown as { seenMoves: Seen }
    const isStill = document.querySelector('.animate-pulse, #drawn') === null
    return isStill && seenMoves.calls === 0 && performance.now() - seenMoves.calmSince > calmMs
  }, CALM_MS)
  const { shift, moved } = await page.evaluate(() => (window as unknown as { seenMoves: Seen }).seenMoves)
  return { shift, moved }
}
