// `npm run simulate -- --beside DIR --of runners|accounts|fleet|stored`: loads one side of the world from another checkout, the release before, and the
// rest from here: as it is for the minutes of a release in which both are out. `stored`: each time an object wakes it is of either release, and finds
// what the other one stored. DIR needs its packages.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the world itself imports of each side, files and folders; all that these import comes from their own checkout. */
export const SIDES: Readonly<Record<string, readonly string[]>> = {
  runners: ['runner/'],
  accounts: ['durable-objects/account-blast/object.ts'],
  fleet: ['durable-objects/runner-fleet/object.ts'],
  // the tables are first those of the release before
  stored: [
    'durable-objects/account-blast/tables/migrations.ts',
    'durable-objects/nonces-store.ts',
    'durable-objects/user-channel/store.ts',
  ],
}
const EITHER = 'tests/simulate/either-release.ts'
/** In place of these, where they are to be of either release. */
const STORED = /^durable-objects\/(account-blast|runner-fleet|user-channel)\/object\.ts$/

const said = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
// processes that play a part get no arguments of these
const dir = (process.env['SIMULATE_BESIDE'] ??= said('beside') ?? '')
const of = (process.env['SIMULATE_OF'] ??= said('of') ?? '')
if (dir !== '') {
  const side = SIDES[of]
  if (!side) throw new Error(`--of ${of}: must be one of ${Object.keys(SIDES).join(', ')}`)
  const here = pathToFileURL(`${join(import.meta.dirname, '../..')}/`).href
  const there = pathToFileURL(`${dir}/`).href
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      const isOfWorld = context.parentURL?.startsWith(`${here}tests/`) ?? false
      if (!isOfWorld || !found.url.startsWith(here)) return found
      const path = found.url.slice(here.length)
      if (of === 'stored' && STORED.test(path) && context.parentURL !== here + EITHER)
        return { ...found, url: here + EITHER }
      return side.some((beginning) => path.startsWith(beginning)) ? { ...found, url: there + path } : found
    },
  })
}
