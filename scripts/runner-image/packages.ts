// Packages of others: what the lock file says of each, the text of its licence, and copies of those that are not bundled.
import { cp, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root } from '../stack/shell.ts'

type Locked = { version: string; integrity?: string; license?: string; dependencies?: Record<string, string> }
export type Package = {
  name: string
  version: string
  /** SPDX expression, as the publisher states it. */
  license: string
  /** `sha512-` and base64 of the published archive; absent for what does not come from a registry. */
  integrity: string | null
  /** Path in this repository: `node_modules/…` */
  place: string
}

const lock = async (): Promise<Record<string, Locked>> =>
  (JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }).packages

/** Where Node finds `name` for the package at `place`. @throws Error when it is not installed */
const resolved = (packages: Record<string, Locked>, place: string, name: string): string => {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const at = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (packages[at]) return at
    if (from === '') throw new Error(`${place} needs ${name}, which is not in package-lock.json`)
  }
}
/** These packages and everything that they need at run time; types are needed by the compiler only. */
export const withDependencies = async (names: readonly string[]): Promise<string[]> => {
  const packages = await lock()
  const places = new Set<string>()
  const add = (place: string): void => {
    if (places.has(place)) return
    places.add(place)
    for (const name of Object.keys(packages[place]?.dependencies ?? {}))
      if (!name.startsWith('@types/')) add(resolved(packages, place, name))
  }
  for (const name of names) add(`node_modules/${name}`)
  return [...places].toSorted()
}

/** All that package.json states for production, which the page, the Worker and the runner are made of, with what they need. */
export const productionPackages = async (): Promise<string[]> => {
  const packages = await lock()
  return withDependencies(Object.keys(packages['']?.dependencies ?? {}))
}

/** @throws Error for a package without version or licence, because the licences that go with the image must name both */
export const describePackages = async (places: readonly string[]): Promise<Package[]> => {
  const packages = await lock()
  const found = places.map((place): Package => {
    const locked = packages[place]
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!locked?.license) throw new Error(`${place}: package-lock.json states no licence`)
    return { name, version: locked.version, license: locked.license, integrity: locked.integrity ?? null, place }
  })
  return found.toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'))
}

/** Files that are only needed to compile, test or debug. */
const LEFT_OUT = /\.(d\.[cm]?ts|map|md|markdown|flow)$|^(test|tests|docs?|scripts|cli|dist|ext|google)$/i
/** Licences and notices are always copied. */
const KEPT = /^(licen[cs]e|notice|copying)/i
export const copyPackages = async (places: readonly string[], to: string): Promise<void> => {
  for (const place of places)
    await cp(join(root, place), join(to, place), {
      recursive: true,
      dereference: true,
      filter: (source) => {
        const name = basename(source)
        if (source === join(root, place) || KEPT.test(name)) return true
        return name !== 'node_modules' && !LEFT_OUT.test(name)
      },
    })
}

/** Texts of its licence and notice files; none where the publisher has left them out and only names the licence. */
export const licenceTexts = async ({ place }: Package): Promise<string[]> => {
  const entries = await readdir(join(root, place), { withFileTypes: true })
  const files = entries.filter((one) => one.isFile() && KEPT.test(one.name)).map((one) => one.name)
  return Promise.all(files.toSorted().map(async (name) => (await readFile(join(root, place, name), 'utf8')).trim()))
}
