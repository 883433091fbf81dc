// What axe finds on a page. Its source is loaded once for each document: playwright's wrapper loads it for each check
// and fetches all style sheets again for a rule that is off by default.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** One rule that is broken, with the HTML of each element that breaks it. */
type Violation = { id: string; impact: string; html: string[] }

export const violationsOf = async (page: Page): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    const { violations } = await loaded.run(document, { resultTypes: ['violations'], preload: false, iframes: false })
    return violations.map(({ id, impact, nodes }) => ({ id, impact: impact ?? '', html: nodes.map((n) => n.html) }))
  })
}
