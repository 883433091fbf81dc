// `npm run demo`: plays the whole service on a stack of its own without a person, then prints what really happened. With `--trouble`: plays
// each trouble that the Worker watches for, and prints its alerts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flagsOf } from '../flags.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { playDemo } from './play.ts'
import { playTroubles } from './trouble.ts'
import { report } from './report.ts'

const { values } = flagsOf('npm run demo [-- --trouble] [--keep] [--json]', {
  options: { json: { type: 'boolean' }, keep: { type: 'boolean' }, trouble: { type: 'boolean' } },
})
const say = (line: string): void => {
  if (!values.json) console.log(line)
}
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-demo-'))

/** The looks come when the player asks for them, and from a cron of its own none. */
const NEVER_MS = 86_400_000
const runTroubles = async (): Promise<number> => {
  say('starting a product of its own …')
  const stack = await startStack({
    dataDir,
    demoData: 'people',
    page: false,
    on: 'miniflare',
    workerEntry: 'scripts/demo/worker/troubles.ts',
    cronMs: NEVER_MS,
    say: (line) => say(`  ${line}`),
  })
  endWith(stack)
  let figures: Awaited<ReturnType<typeof playTroubles>>
  try {
    figures = await playTroubles(stack, say)
  } finally {
    await stack.stop()
  }
  const { wrong, ...counts } = figures
  for (const [name, value] of Object.entries(counts)) say(`${name.padEnd(18)} ${value}`)
  for (const line of wrong) say(`WRONG  ${line}`)
  if (values.json) console.log(JSON.stringify(figures))
  return wrong.length === 0 && counts.started === counts.kinds && counts.ended === counts.kinds ? 0 : 1
}
const endWith = (stack: Stack): void => {
  const end = (): void => void stack.stop().then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}

const run = async (): Promise<number> => {
  say('starting a product of its own …')
  const stack = await startStack({ dataDir, demoData: 'people', page: false, say: (line) => say(`  ${line}`) })
  endWith(stack)
  let played: Awaited<ReturnType<typeof playDemo>>
  try {
    played = await playDemo(stack, say)
  } finally {
    await stack.stop()
  }
  const figures = report(stack.home, played)
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(18)} ${value}`)
  if (values.json) console.log(JSON.stringify(figures))
  const bad = figures.duplicates + figures.ledgerDifference + figures.sentAfterOptOut + figures.rescans
  return bad === 0 && figures.success > 0 ? 0 : 1
}
try {
  process.exitCode = await (values.trouble ? runTroubles() : run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (!values.keep) rmSync(dataDir, { recursive: true, force: true })
}
