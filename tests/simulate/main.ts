// npm run simulate -- --seeds N [--seed S] [--jobs N] [--json] [--table]: whole histories of the engine under a virtual clock.
import { flagsOf, misused } from '../../scripts/flags.ts'
import type { Broken, Seeds } from './seeds.ts'

const usage =
  'npm run simulate [-- --seeds N] [--seed S] [--jobs N] [--json] [--table] [--plant FAULT] [--beside DIR --of SIDE]'
const wholeNumber = (text: string, name: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) misused(`--${name} must be a whole number`, usage)
  return value
}
const options = () => {
  const { values } = flagsOf(usage, {
    options: {
      seeds: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      // processes; by default one for each core, from 200 histories on
      jobs: { type: 'string' },
      json: { type: 'boolean', default: false },
      // how often each rare state was reached
      table: { type: 'boolean', default: false },
      // read before the product is loaded: by plant.ts, and by beside.ts
      plant: { type: 'string' },
      beside: { type: 'string' },
      of: { type: 'string' },
    },
  })
  const count = wholeNumber(values.seeds, 'seeds')
  return {
    count,
    jobs: values.jobs === undefined ? null : wholeNumber(values.jobs, 'jobs'),
    first: wholeNumber(values.seed, 'seed'),
    json: values.json,
    table: values.table,
    plant: values.plant ?? null,
    beside: values.beside ?? null,
  }
}

/** Of a history, on average: half of what one of one release sends. */
const MESSAGES_BESIDE = 10

const tell = ({ seed, violation, story }: Broken): void => {
  console.error(`\nSeed ${seed} breaks the rule ${violation?.rule}. What happened:\n`)
  for (const line of story) console.error(line)
  console.error(`\n${violation?.detail}\nAgain: npm run simulate -- --seeds 1 --seed ${seed}\n`)
}

/** Which history finds a planted fault. */
const find = async (plant: string, { first, count }: Seeds): Promise<void> => {
  const { playHere } = await import('./seeds.ts')
  let isFound = false
  await playHere({ first, count }, ({ seed, violation }) => {
    isFound = true
    console.log(JSON.stringify({ plant, seeds: seed - first + 1, seed, rule: violation?.rule }))
    return false
  })
  if (!isFound) throw new Error(`${plant} was not found in ${count} histories`)
}

const main = async (): Promise<void> => {
  const { count, first, jobs, json, table, plant, beside } = options()
  if (plant !== null) return find(plant, { first, count })
  // only now, since the whole product comes with it: who asks what there is to say waits seconds less
  const { jobsFor, playIn } = await import('./seeds.ts')
  const { Visited } = await import('./visited.ts')
  let told = false
  const played = await playIn(jobs ?? jobsFor(count), { first, count }, (broken) => {
    // the first broken promise in full; the others are often the same
    if (!told) tell(broken)
    else console.error(`seed ${broken.seed}: ${broken.violation?.detail}`)
    told = true
  })
  const perMinute = Math.round(count / (played.cpuMs / 60_000))
  const { sent, ...figures } = played.total
  const { most, worlds } = played
  const visited = new Visited()
  visited.addCounted(played.visited)
  const { figures: sometimes, complaint } = visited
  if (complaint !== null) console.error(complaint)
  if (table) console.log(visited.table())
  if (json)
    console.log(JSON.stringify({ seeds: count, histories: count, worlds, ...figures, perMinute, most, sometimes }))
  else {
    const { steps, faultsInjected, violations } = figures
    console.log(`${count} histories of ten minutes: ${steps} steps, ${sent} messages, ${faultsInjected} faults,`)
    console.log(`${violations} broken rules; ${perMinute} histories a minute of one core.`)
    const never = sometimes.never.length > 0 ? `; never: ${sometimes.never.join('; ')}` : ''
    console.log(`${sometimes.reached} of ${sometimes.named} rare states reached${never}.`)
  }
  // two that do not understand each other break no promise: nothing ever leaves
  const isMute = beside !== null && sent < count * MESSAGES_BESIDE
  if (isMute)
    console.error(`only ${sent} messages were sent: what is here and what is in ${beside} do not understand each other`)
  process.exitCode = figures.violations > 0 || complaint !== null || isMute ? 1 : 0
}

await main()
