// npm run simulate:planted -- [--seeds N] [--from NAME]: plants each old fault back in and prints the table of docs/simulator.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PLANTS } from './plants.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '2000' } } })
const here = (file: string): string => join(import.meta.dirname, file)
const loaders = ['--import', here('platform/loader.ts'), '--import', here('plant.ts')]

type Found = { seeds: number; seed: number; rule: string }
let missed = 0
console.log('| fault | what is wrong again | rule that it breaks | found in history |\n| --- | --- | --- | ---: |')
for (const { name, what } of PLANTS) {
  const args = [...loaders, here('main.ts'), '--seeds', values.seeds, '--plant', name]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const line = stdout.split('\n').find((text) => text.startsWith('{'))
  const found = line === undefined ? null : (JSON.parse(line) as Found)
  if (!found) {
    missed += 1
    console.error(stderr.split('\n').slice(-12).join('\n'))
  }
  console.log(`| \`${name}\` | ${what} | ${found ? `\`${found.rule}\`` : '**none**'} | ${found?.seeds ?? '–'} |`)
}
process.exitCode = missed
