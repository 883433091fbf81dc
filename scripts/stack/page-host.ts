// The Pages project on Miniflare's own API, as `wrangler pages dev` serves it: its functions, and its files by wrangler's own code for them.
// Without wrangler's proxy in front, and without a bundler that looks at each file of the functions for ever. PORT, PAGE_DIR, WORKER_ORIGIN.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_generateASSETSBinding, unstable_readConfig } from 'wrangler'
import { given, untilEnded } from './hosts.ts'

const page = given('PAGE_DIR')
const { compatibility_date: compatibilityDate } = unstable_readConfig({ config: join(page, 'wrangler.toml') })
const log = { log: () => undefined, error: console.error }
type Assets = Parameters<typeof unstable_generateASSETSBinding>[0]
// wrangler's types leave out that it answers with a promise
const files = await Promise.resolve(
  unstable_generateASSETSBinding({ directory: join(page, 'dist'), log: log as unknown as Assets['log'] }),
)
const options = convertV4MiniflareOptions({
  name: 'wa-blaster',
  modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(join(page, 'functions.js'), 'utf8') }],
  ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
  serviceBindings: {
    ASSETS: files,
    // in a process of its own, which is killed and held still
    API: {
      external: {
        address: new URL(given('WORKER_ORIGIN')).host,
        // what it would compress would be undone here, to be compressed for the browser
        http: { injectRequestHeaders: [{ name: 'accept-encoding', value: 'identity' }] },
      },
    },
  },
  host: '127.0.0.1',
  port: Number(given('PORT')),
})
const miniflare = new Miniflare(options)
await miniflare.ready
console.log(`page on ${given('PORT')}`)
untilEnded(miniflare)
