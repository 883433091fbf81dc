// npm run simulate -- --seeds N [--seed S] [--json] [--table]: whole histories of the engine under a virtual clock.
import { parseArgs } from 'node:util'
import { type End, play } from './history.ts'
import { Visited } from './visited.ts'
import { migratedDatabase } from './world.ts'

const usage = 'npm run simulate -- [--seeds N] [--seed S] [--json] [--table] [--plant FAULT]'
const wholeNumber = (text: string, name: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number. ${usage}`)
  return value
}
const options = () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      // how often each rare state was reached, for docs/simulator.md
      table: { type: 'boolean', default: false },
      // read by plant.ts before the product is loaded
      plant: { type: 'string' },
    },
  })
  return {
    count: wholeNumber(values.seeds, 'seeds'),
    first: wholeNumber(values.seed, 'seed'),
    json: values.json,
    table: values.table,
    plant: values.plant ?? null,
  }
}

const tell = ({ seed, violation, story }: End): void => {
  console.error(`\nSeed ${seed} breaks the rule ${violation?.rule}. What happened:\n`)
  for (const line of story) console.error(line)
  console.error(`\n${violation?.detail}\nAgain: npm run simulate -- --seeds 1 --seed ${seed}\n`)
}

const main = async (): Promise<void> => {
  const { count, first, json, table, plant } = options()
  const database = migratedDatabase()
  const total = { steps: 0, faultsInjected: 0, modelSteps: 0, violations: 0, sent: 0 }
  const visited = new Visited()
  const most = { afterStopMs: 0, loginsAMinute: 0, loginsInTenMinutes: 0 }
  let told = false
  const began = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const end = await play(first + i, database)
    total.steps += end.steps
    total.sent += end.sent
    total.modelSteps += end.modelSteps
    total.faultsInjected += end.faults
    visited.add(end.reached)
    for (const key of Object.keys(most) as (keyof typeof most)[])
      most[key] = Math.max(most[key], Math.round(end.most[key]))
    if (!end.violation) continue
    total.violations += 1
    // the first broken promise in full; the others are often the same
    if (plant !== null) {
      console.log(JSON.stringify({ plant, seeds: i + 1, seed: end.seed, rule: end.violation.rule }))
      return
    }
    if (!told) tell(end)
    else console.error(`seed ${end.seed}: ${end.violation.detail}`)
    told = true
  }
  const { user, system } = process.cpuUsage(began)
  const perMinute = Math.round(count / ((user + system) / 60_000_000))
  if (plant !== null) throw new Error(`${plant} was not found in ${count} histories`)
  const { sent, ...figures } = total
  const { figures: sometimes, complaint } = visited
  if (complaint !== null) console.error(complaint)
  if (table) console.log(visited.table())
  if (json) console.log(JSON.stringify({ seeds: count, histories: count, ...figures, perMinute, most, sometimes }))
  else {
    console.log(
      `${count} histories of ten minutes: ${figures.steps} steps, ${sent} messages, ${figures.faultsInjected} faults, `,
    )
    console.log(`${figures.violations} broken rules; ${perMinute} histories a minute of one core.`)
    const never = sometimes.never.length > 0 ? `; never: ${sometimes.never.join('; ')}` : ''
    console.log(`${sometimes.reached} of ${sometimes.named} rare states reached${never}.`)
  }
  process.exitCode = figures.violations > 0 || complaint !== null ? 1 : 0
}

await main()
