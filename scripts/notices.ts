// `npm run notices [-- FILE]`: the licences of all packages that the product passes on, in the page, the Worker and the
// runner's image, as one file (THIRD-PARTY.txt unless named). A package without a stated licence is an error.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagsOf } from './flags.ts'
import { describePackages, productionPackages } from './runner-image/packages.ts'
import { notices } from './runner-image/papers.ts'
import { root } from './stack/shell.ts'

const { positionals } = flagsOf('npm run notices [-- FILE]', { allowPositionals: true })
const packages = await describePackages(await productionPackages())
const file = positionals[0] ?? join(root, 'THIRD-PARTY.txt')
writeFileSync(file, await notices('the page, the Worker and the runner', packages))
console.log(`${packages.length} packages in ${file}`)
