// `npm run bench -- NAME --json`: one benchmark, or all there are. Each is compared in the same run.
import { parseArgs } from 'node:util'
import { type BlastSize, benchBlast } from './blast.ts'
import type { Figure } from './figures.ts'

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, rounds: text, accounts: text, each: text },
})
const say = (line: string): void => {
  if (!values.json) console.log(line)
}
const size: BlastSize = {
  accounts: Number(values.accounts ?? 20),
  each: Number(values.each ?? 100),
  rounds: Number(values.rounds ?? 3),
}
const BENCHMARKS: Record<string, () => Promise<Record<string, Figure>>> = {
  blast: () => benchBlast(size, say),
}

const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)
const unknown = names.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`No benchmark is called ${unknown}. There are: ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(1)
}
const results: Record<string, Record<string, Figure>> = {}
for (const name of names) {
  say(`${name} …`)
  results[name] = (await BENCHMARKS[name]?.()) ?? {}
  for (const [key, one] of Object.entries(results[name])) {
    const against = one.other === null ? '' : `, other ${one.other}, ratio ${one.ratio}`
    const aim = one.aim === null ? '' : `, aim ${one.aim}: ${one.met ? 'met' : 'NOT met'}`
    say(`  ${key.padEnd(14)} ${one.ours} ${one.unit}${against}${aim}`)
  }
}
if (values.json) console.log(JSON.stringify(results))
