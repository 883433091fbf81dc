// Keeps what this checkout says on its wires as that of the release before, and forgets what differed from the one before it.
import { readFileSync, writeFileSync } from 'node:fs'
import { wireOf } from './shapes.ts'

const at = (file: string): URL => new URL(file, import.meta.url)

/** Part of `npm run release`. @param release that this checkout is */
export const keepWire = (release: string): void => {
  writeFileSync(at('before.json'), `${JSON.stringify(wireOf(release))}\n`)
  const text = readFileSync(at('differences.ts'), 'utf8')
  writeFileSync(at('differences.ts'), text.replaceAll(/^(export const [^=]+ = )\{[\s\S]*?\}$/gm, '$1{}'))
}
