// npm run simulate:planted -- [--seeds N]: plants each fault in and prints the tables of docs/simulator.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Plant, PLANTS } from './plants.ts'
import { REPLAY_PLANTS } from './replay/plants.ts'
import { WITHDRAW_PLANTS } from './withdraws/plants.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '2000' } } })
const here = (file: string): string => join(import.meta.dirname, file)
const loaders = ['--import', here('platform/loader.ts'), '--import', here('plant.ts')]

/** at: the history, or the act, in which it was found. */
type Found = { at: number; rule: string }
let missed = 0
const find = (
  plants: readonly Plant[],
  main: string,
  args: string[],
  foundOf: (line: string) => Found | null,
): void => {
  for (const { name, what } of plants) {
    const { stdout, stderr } = spawnSync(process.execPath, [...loaders, here(main), ...args, '--plant', name], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const line = stdout.split('\n').find((text) => text.startsWith('{'))
    const found = line === undefined ? null : foundOf(line)
    if (!found) {
      missed += 1
      console.error(stderr.split('\n').slice(-12).join('\n'))
    }
    console.log(`| \`${name}\` | ${what} | ${found ? `\`${found.rule}\`` : '**none**'} | ${found?.at ?? '–'} |`)
  }
}
console.log('| fault | what is wrong again | rule that it breaks | found in history |\n| --- | --- | --- | ---: |')
find([...PLANTS, ...REPLAY_PLANTS], 'main.ts', ['--seeds', values.seeds], (line) => {
  const { seeds, rule } = JSON.parse(line) as { seeds: number; rule: string }
  return { at: seeds, rule }
})
console.log('\n| fault | what is wrong | what breaks | found after acts |\n| --- | --- | --- | ---: |')
find(WITHDRAW_PLANTS, 'withdraws/main.ts', ['--acts', '20000'], (line) => {
  const { acts, rule } = JSON.parse(line) as { acts: number; rule: string | null }
  return rule === null ? null : { at: acts, rule }
})
process.exitCode = missed
