// First load of /signin and of the member dashboard: gzip bytes of their scripts, with all they import and what the document itself runs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../stack/shell.ts'
import type { Outcome } from './steps.ts'

export const BUDGET_KB = 130
const dist = join(root, 'web/dist')
type Chunk = { file: string; name?: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** Files by the names of the groups in web/vite.config.ts; each list is what a first load fetches. */
const LOADS: Record<string, readonly string[]> = {
  '/signin': ['index', 'signin'],
  'member dashboard': ['index', 'home'],
}

const withImports = (manifest: Manifest, key: string, into: Set<string>): void => {
  const chunk = manifest[key]
  if (chunk === undefined || into.has(chunk.file)) return
  into.add(chunk.file)
  for (const next of chunk.imports ?? []) withImports(manifest, next, into)
}

export type Load = { name: string; kB: number; files: string[] }
/** Of each language's build (web/languages.ts). */
const MANIFESTS = { Indonesian: 'manifest.json', English: 'manifest-en.json' } as const
/** @throws Error when the page was not built with a manifest or a file is not in it. */
export const firstLoads = async (language: keyof typeof MANIFESTS = 'Indonesian'): Promise<Load[]> => {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', MANIFESTS[language]), 'utf8')) as Manifest
  const keys = Object.keys(manifest)
  const document = await readFile(join(dist, 'index.html'), 'utf8')
  const [, inline = ''] = /<script data-id=[^>]*>(.*?)<\/script>/s.exec(document) ?? []
  const loads: Load[] = []
  for (const [name, parts] of Object.entries(LOADS)) {
    const files = new Set<string>()
    for (const part of parts) {
      const key = keys.find(
        (one) => manifest[one]?.name === part && manifest[one].file.endsWith('.js') && one.startsWith('_'),
      )
      // A file that was renamed must not pass unmeasured.
      if (key === undefined) throw new Error(`no ${part} of ${name} in the manifest: ${keys.join(', ')}`)
      withImports(manifest, key, files)
    }
    let bytes = gzipSync(inline, { level: 9 }).length
    for (const file of files) bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length
    loads.push({ name, kB: Number((bytes / 1_000).toFixed(1)), files: [...files] })
  }
  return loads
}

export const bundleBudget = async (): Promise<Outcome> => {
  const english = await firstLoads('English')
  const loads = [...(await firstLoads()), ...english.map((load) => ({ ...load, name: `${load.name} in English` }))]
  const note = loads.map((load) => `${load.name} ${load.kB} kB`).join(', ')
  const over = loads.filter((load) => load.kB > BUDGET_KB)
  return over.length === 0
    ? { ok: true, note: `${note} (budget ${BUDGET_KB} kB gzip)` }
    : { ok: false, note: `over ${BUDGET_KB} kB gzip: ${note}\n${over.flatMap((load) => load.files).join('\n')}` }
}
