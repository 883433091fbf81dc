// The page can be put on a phone's home screen, and says so when there is no line.
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser({ ahead: true })
type Manifest = {
  name: string
  lang: string
  start_url: string
  display: string
  theme_color: string
  icons: { src: string; sizes: string; purpose: string }[]
}

describe('installing', () => {
  test('the manifest names what a phone asks for, with pictures of the sizes it says', async () => {
    const page = await (await browser.openWindow()).newPage()
    await page.goto('/signin')
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    const at = async (selector: string, name: string): Promise<string> =>
      (await page.locator(selector).getAttribute(name)) ?? ''
    expect(await at('html', 'lang')).toBe('id')
    expect(await page.title()).toBe('Masuk · WA Blaster')
    const manifest = (await (await page.request.get(await at('link[rel=manifest]', 'href'))).json()) as Manifest
    expect(manifest).toMatchObject({ name: 'WA Blaster', lang: 'id', start_url: '/', display: 'standalone' })
    expect(await at('meta[name=theme-color]', 'content')).toBe(manifest.theme_color)
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const icons = [...manifest.icons, { src: await at('link[rel=apple-touch-icon]', 'href'), sizes: '180x180' }]
    for (const { src, sizes } of icons) {
      const { width, height } = PNG.sync.read(await (await page.request.get(src)).body())
      expect(`${width}x${height}`).toBe(sizes)
    }
  })
})

describe('without a line', () => {
  test('the page says so, keeps nothing of the API, and opens again by itself', async () => {
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/)
    const context = await browser.openWindow()
    const page = await context.newPage()
    await page.goto('/signin')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.toSorted()).toEqual(['/offline', '/offline.css', '/offline.js', '/theme.js'])
    await context.setOffline(true)
    await page.goto('/signup')
    await page.getByRole('heading', { name: 'Anda sedang offline' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/signup')
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Daftar akun' }).waitFor()
  })
})
