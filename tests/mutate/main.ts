// npm run mutate -- [--only NAME,…] [--part 1/10] [--seeds N] [--acts N] [--json]: plants each kept fault and prints what caught it. Fails for a
// fault that nothing catches, neither by itself nor with the line of defence behind it.
import { flagsOf, misused } from '../../scripts/flags.ts'
import { bySimulator, type Caught, openCopy, type Tries } from './catch.ts'
import { BOTH, FAULTS } from './faults.ts'

const usage = 'npm run mutate [-- --only NAME,…] [--part 1/10] [--seeds N] [--acts N] [--json]'
const { values } = flagsOf(usage, {
  options: {
    only: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    seeds: { type: 'string', default: '300' },
    acts: { type: 'string', default: '20000' },
    json: { type: 'boolean', default: false },
  },
})
const tries: Tries = { seeds: Number(values.seeds), acts: Number(values.acts) }
const [part = 1, parts = 1] = values.part.split('/').map(Number)
if (![tries.seeds, tries.acts, part, parts].every((n) => Number.isSafeInteger(n) && n > 0))
  misused('--seeds and --acts are whole numbers, --part is as 1/10', usage)
const only = values.only?.split(',')
const chosen = FAULTS.filter(({ name }, i) => (only ? only.includes(name) : i % parts === part - 1))
if (chosen.length === 0) misused(`no such fault: ${values.only ?? values.part}`, usage)

const copy = openCopy()
const counted = { simulator: 0, test: 0, both: 0 }
const survived: string[] = []
const catchOne = (name: string, fault: (typeof FAULTS)[number]): Caught | null =>
  (fault.world && bySimulator(name, fault.world, tries)) ?? copy.byTests(name, fault)
const told = ({ by, at, rule }: Caught): string =>
  `${by === 'simulator' ? `simulator, ${at}` : `test, ${at}`}${rule === '' ? '' : ` | \`${rule}\``}`
const red = copy.redAnyway(chosen)
if (red !== null) {
  copy.close()
  console.error(`Nothing was planted, because this test is red without a fault and would catch each: ${red}`)
  process.exit(1)
}
try {
  console.log('| fault | what is wrong | caught by | rule |\n| --- | --- | --- | --- |')
  for (const fault of chosen) {
    const { name, what, behind } = fault
    const alone = catchOne(name, fault)
    const both = alone || !behind ? null : catchOne(`${name}${BOTH}`, fault)
    if (alone) counted[alone.by] += 1
    else if (both) counted.both += 1
    else survived.push(name)
    const outcome = alone
      ? told(alone)
      : both
        ? `with the line behind it (${behind?.what ?? ''}): ${told(both)}`
        : '**nothing**'
    console.log(`| \`${name}\` | ${what} | ${outcome} |`)
  }
} finally {
  copy.close()
}
const planted = chosen.length
console.log(
  values.json
    ? JSON.stringify({ planted, caught: planted - survived.length, survived })
    : `\n${planted} faults: ${counted.simulator} caught by the simulator, ${counted.test} by a test, ${counted.both} with the line behind them, ${survived.length} by nothing`,
)
process.exitCode = survived.length === 0 ? 0 : 1
