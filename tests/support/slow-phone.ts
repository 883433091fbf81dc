// A cheap phone on a slow line: 360 pixels, touched, its processor four times slower, slow 3G as WebPageTest defines it.
import type { BrowserContext, Page } from 'playwright-core'

export const PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true } as const
/** 400 kbit/s each way, 400 ms there and back. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const TIMES_SLOWER = 4
/** The longest wait for one step: a screen that is opened for the first time comes over the slow line. */
const PATIENCE_MS = 90_000

export const openSlowTab = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  return page
}
