// `npm run runner-image`: makes the folder that the runner's image copies (runner/Dockerfile). `-- --out FOLDER` puts it elsewhere.
import { join, resolve } from 'node:path'
import { flagsOf } from '../flags.ts'
import { root } from '../stack/shell.ts'
import { makeContext } from './context.ts'

const { values } = flagsOf('npm run runner-image [-- --out FOLDER]', { options: { out: { type: 'string' } } })
const out = resolve(values.out ?? join(root, 'dist/runner-image'))
const made = await makeContext(out)
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
console.log(`${out}: ${mb(made.bytes)}, ${made.packages.length} packages`)
