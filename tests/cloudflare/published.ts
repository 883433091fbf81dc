// The API as Cloudflare publishes it: every method and path that its own client for Node knows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'

const CALL = /this\._client\.(get|post|put|patch|delete|getAPIList)\((?:path\s*)?[`']([^`']+)[`']/g

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'))
    .map((entry) => join(entry.parentPath, entry.name))

/** Areas that we and wrangler use; the whole client is ten times as large. */
const AREAS = [
  'accounts',
  'containers',
  'd1',
  'dns',
  'email-sending',
  'pages',
  'queues',
  'r2',
  'user',
  'workers',
  'memberships',
  'zones',
]

type Published = (method: string, path: string) => boolean
const readPublished = (): Published => {
  const patterns: { methods: readonly string[]; path: RegExp }[] = []
  for (const area of AREAS) {
    for (const file of filesBelow(join(root, 'node_modules/cloudflare/resources', area))) {
      for (const [, verb = '', template = ''] of readFileSync(file, 'utf8').matchAll(CALL)) {
        const path = template.replaceAll(/[.*+?^()|[\]\\]/g, String.raw`\$&`).replaceAll(/\$\{[^}]+\}/g, '[^/]+')
        // lists are read by GET, a few by POST
        const methods = verb === 'getAPIList' ? ['GET', 'POST'] : [verb.toUpperCase()]
        patterns.push({ methods, path: new RegExp(`^${path}$`) })
      }
    }
  }
  if (patterns.length < 100)
    throw new Error(`only ${patterns.length} calls were read: the client is written differently now`)
  return (method, path) => patterns.some((one) => one.methods.includes(method) && one.path.test(path))
}

/** wrangler's own: not in the published API, and ours to watch at each of its updates. */
const WRANGLERS_OWN = ['/workers/services/', '/pages/assets/']
type Call = { method: string; path: string }
export const unpublished = (calls: readonly Call[]): Call[] => {
  const isPublished = readPublished()
  return calls
    .map(({ method, path }) => ({ method, path: path.replace('/client/v4', '') }))
    .filter(({ method, path }) => !isPublished(method, path) && !WRANGLERS_OWN.some((own) => path.includes(own)))
}
