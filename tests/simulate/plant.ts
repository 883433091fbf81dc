// `node --import ./tests/simulate/plant.ts … --plant NAME` loads the product with one of its old faults back in.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PLANTS } from './plants.ts'
import { REPLAY_PLANTS } from './replay/plants.ts'
import { WITHDRAW_PLANTS } from './withdraws/plants.ts'

const at = process.argv.indexOf('--plant')
const name = at === -1 ? null : process.argv[at + 1]
if (name !== null) {
  const known = [...PLANTS, ...REPLAY_PLANTS, ...WITHDRAW_PLANTS]
  const plant = known.find((p) => p.name === name)
  if (!plant) throw new Error(`no such fault: ${name}. Known: ${known.map((p) => p.name).join(', ')}`)
  const sources = new Map<string, string>()
  for (const { file, from, to } of plant.edits) {
    const path = join(import.meta.dirname, '../..', file)
    const url = pathToFileURL(path).href
    const parts = (sources.get(url) ?? readFileSync(path, 'utf8')).split(from)
    if (parts.length !== 2) throw new Error(`${file} has to have these words once, to plant ${plant.name}: ${from}`)
    sources.set(url, parts.join(to))
  }
  registerHooks({
    load: (specifier, context, next) => {
      const source = sources.get(specifier)
      return source === undefined
        ? next(specifier, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
