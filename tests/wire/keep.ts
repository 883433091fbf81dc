// `npm run wire -- --release 1.2.0`: keeps what this checkout says on its wires as that of the release before. Run when a release is tagged.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { wireOf } from './shapes.ts'

const { values } = parseArgs({ options: { release: { type: 'string' } } })
if (values.release === undefined) throw new Error('npm run wire -- --release VERSION')
writeFileSync(new URL('before.json', import.meta.url), `${JSON.stringify(wireOf(values.release))}\n`)
console.log(`tests/wire/before.json is of ${values.release}`)
