// `npm run notices [-- FILE]`: licences of the packages that the runner's image passes on, with their texts, from what is
// installed. Default file: THIRD-PARTY-NOTICES.txt. A package without a stated licence is an error.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack/shell.ts'

type Entry = { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }
type Manifest = { name: string; version: string; license?: string; author?: string | { name?: string } }
export type Notice = { name: string; version: string; licence: string; author: string | null; texts: string[] }

const FILES = /^(licen[cs]e|copying|notice)([-.].*)?$/i
const textsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => FILES.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())

/**
 * Packages of production, as the image installs them: no others' platforms, no tools.
 * @param from a folder with package-lock.json and node_modules
 * @throws Error that names the packages without a licence, or not installed
 */
export const noticesOf = (from: string): Notice[] => {
  const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
  const notices = new Map<string, Notice>()
  const wrong: string[] = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.dev || entry.optional || entry.devOptional) continue
    const file = join(from, path, 'package.json')
    if (!existsSync(file)) {
      wrong.push(`${path} is not installed`)
      continue
    }
    const { name, version, license, author } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const texts = textsIn(join(from, path))
    if (!license) wrong.push(`${name}@${version} states no licence`)
    const who = (typeof author === 'string' ? author : author?.name) ?? null
    notices.set(`${name}@${version}`, { name, version, licence: license ?? '', author: who, texts })
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return [...notices.values()].toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

const LINE = '-'.repeat(100)
/** One text for people and for the image. */
export const noticesText = (notices: readonly Notice[]): string => {
  const counts = Map.groupBy(notices, (notice) => notice.licence)
  const summary = [...counts].map(([licence, { length }]) => `${licence}: ${length}`).toSorted()
  const parts = notices.map(({ name, version, licence, author, texts }) =>
    [`${name} ${version}`, `Licence: ${licence}${author === null ? '' : `\nBy: ${author}`}`, ...texts].join('\n\n'),
  )
  const head = `Packages of others in WA Blaster, with their licences (${notices.length} packages).\n${summary.join(', ')}`
  return `${[head, ...parts].join(`\n\n${LINE}\n`)}\n`
}

if (import.meta.main) {
  const notices = noticesOf(root)
  const file = process.argv[2] ?? join(root, 'THIRD-PARTY-NOTICES.txt')
  writeFileSync(file, noticesText(notices))
  console.log(`${notices.length} packages in ${file}`)
}
