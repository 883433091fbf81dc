// `npm run dev`: the page as it is edited, before a stack that runs.
import { readFileSync } from 'node:fs'
import { createServer as createApi } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from 'vite'
import { root } from '../../scripts/stack/shell.ts'

test('serves what is edited, and asks the API as its own page does', async () => {
  const api = createApi((asked, answer) => answer.end(`${asked.url} ${asked.headers.origin} ${asked.headers.host}`))
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  onTestFinished(() => void api.close())
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  process.env['API_URL'] = origin
  onTestFinished(() => void delete process.env['API_URL'])
  const dev = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'silent',
    server: { port: 0, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  onTestFinished(() => dev.close())
  await dev.listen()
  const page = dev.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
  const asked = await fetch(`${page}/api/levels`, { headers: { origin: page } })
  expect(await asked.text()).toBe(`/api/levels ${origin} ${new URL(origin).host}`)
  const { include } = JSON.parse(readFileSync(join(root, 'web/public/_routes.json'), 'utf8')) as { include: string[] }
  for (const path of include.map((address) => address.replace('*', 'x')))
    expect(await (await fetch(page + path)).text()).toMatch(new RegExp(`^(/api)?${path} `))
  const edited = await (await fetch(`${page}/ui/button.tsx`)).text()
  expect(edited).toContain('import.meta.hot')
  expect(await (await fetch(page)).text()).toContain('/@vite/client')
})
