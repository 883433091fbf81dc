// npm run model -- [--most N]: visits every state of the model's worlds, and prints how many there are.
import { flagsOf, misused } from '../../scripts/flags.ts'
import { explore } from './explore.ts'
import { INVARIANTS } from './invariants.ts'
import { STEPS } from './steps/all.ts'
import { LARGE, LITTLE } from './worlds.ts'

const usage = 'npm run model [-- --most N]: N is a number of states'
const { values } = flagsOf(usage, { options: { most: { type: 'string', default: '' } } })
const most = values.most === '' ? Number.POSITIVE_INFINITY : Number(values.most)
if (!(most > 0)) misused(`--most ${most}`, usage)

for (const [name, w] of Object.entries({ ...LITTLE, ...LARGE })) {
  const began = process.cpuUsage()
  const { states, steps, broken, isComplete } = explore(w, { steps: STEPS, invariants: INVARIANTS }, most)
  const { user, system } = process.cpuUsage(began)
  const seconds = ((user + system) / 1_000_000).toFixed(1)
  const count = (n: number): string => n.toLocaleString('en')
  console.log(`${name}: ${count(states)} states${isComplete ? '' : ' so far'}, ${count(steps)} steps, ${seconds} s`)
  if (!broken) continue
  console.error(`\nThe rule ${broken.invariant.rule} is broken: ${broken.invariant.what}.\n`)
  for (const [i, step] of broken.trace.entries()) console.error(`${String(i + 1).padStart(3)}  ${step}`)
  process.exitCode = 1
}
