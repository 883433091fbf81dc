// First load of /signin and of the member dashboard: gzip bytes of the entry, the shell and the screen, with all they import.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../stack/shell.ts'
import type { Outcome } from './steps.ts'

export const BUDGET_KB = 130
const dist = join(root, 'web/dist')
type Chunk = { file: string; isEntry?: boolean; imports?: string[]; src?: string }
type Manifest = Record<string, Chunk>

/** Screens by the end of their source path; each list is what a first load fetches besides the entry. */
const LOADS: Record<string, readonly RegExp[]> = {
  '/signin': [/\/sign-?in[\w-]*\.tsx$/],
  'member dashboard': [/app\/shell[\w/-]*\.tsx$/, /\/member-dashboard\.tsx$|features\/(dashboard|home)\/[\w-]+\.tsx$/],
}

const withImports = (manifest: Manifest, key: string, into: Set<string>): void => {
  const chunk = manifest[key]
  if (chunk === undefined || into.has(chunk.file)) return
  into.add(chunk.file)
  for (const next of chunk.imports ?? []) withImports(manifest, next, into)
}

export type Load = { name: string; kB: number; files: string[] }
/** @throws Error when the page was not built with a manifest or a screen is not in it. */
export const firstLoads = async (): Promise<Load[]> => {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const keys = Object.keys(manifest)
  const loads: Load[] = []
  for (const [name, screens] of Object.entries(LOADS)) {
    const files = new Set<string>()
    for (const key of keys) if (manifest[key]?.isEntry) withImports(manifest, key, files)
    const found = keys.filter((key) => screens.some((screen) => screen.test(key)))
    // A screen that is part of the entry has no chunk of its own, but a screen that was renamed must not pass unmeasured.
    if (found.length === 0 && keys.length > 3)
      throw new Error(`no chunk of ${name} in the manifest: ${keys.join(', ')}`)
    for (const key of found) withImports(manifest, key, files)
    let bytes = 0
    const scripts = [...files].filter((file) => file.endsWith('.js'))
    for (const file of scripts) bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length
    loads.push({ name, kB: Math.round(bytes / 100) / 10, files: scripts })
  }
  return loads
}

export const bundleBudget = async (): Promise<Outcome> => {
  const loads = await firstLoads()
  const note = loads.map((load) => `${load.name} ${load.kB} kB`).join(', ')
  const over = loads.filter((load) => load.kB > BUDGET_KB)
  return over.length === 0
    ? { ok: true, note: `${note} (budget ${BUDGET_KB} kB gzip)` }
    : { ok: false, note: `over ${BUDGET_KB} kB gzip: ${note}\n${over.flatMap((load) => load.files).join('\n')}` }
}
