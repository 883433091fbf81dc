// `node --import ./tests/simulate/plant.ts … --plant NAME` loads the product with one of the kept faults in it.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const at = process.argv.indexOf('--plant')
const name = at === -1 ? undefined : process.argv[at + 1]
if (name !== undefined) {
  const { planted } = await import('../mutate/faults.ts')
  const pathOf = (file: string): string => join(import.meta.dirname, '../..', file)
  const sources = new Map(
    [...planted(name, (file) => readFileSync(pathOf(file), 'utf8'))].map(([file, source]) => [
      pathToFileURL(pathOf(file)).href,
      source,
    ]),
  )
  registerHooks({
    load: (specifier, context, next) => {
      const source = sources.get(specifier)
      return source === undefined
        ? next(specifier, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
