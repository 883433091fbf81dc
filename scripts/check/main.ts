// `npm run check`: every check that needs no running product, a few beside each other. One line a step, as they end; a failed step prints all
// its output.
import { availableParallelism } from 'node:os'
import { flagsOf, misused } from '../flags.ts'
import { steps } from './steps.ts'

/** Each may take over a gigabyte of memory. */
const MOST_AT_ONCE = 4
const names = steps.map(({ name }) => name)
const usage = `npm run check [-- NAME …]: ${names.join(', ')}`
const only = flagsOf(usage, { allowPositionals: true }).positionals
const unknown = only.find((name) => !names.includes(name))
if (unknown !== undefined) misused(`No check is called ${unknown}`, usage)
let failed = 0
let passed = 0
const done = new Map<string, Promise<void>>()
const look = async (step: (typeof steps)[number]): Promise<void> => {
  // begun already: steps begin in their order
  if (step.after !== undefined) await done.get(step.after)
  const began = Date.now()
  const outcome = await step.run().catch((error: unknown) => ({ ok: false, note: String(error) }))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (outcome.ok) {
    passed++
    console.log(`✓ ${step.name.padEnd(12)} ${seconds}s  ${outcome.note.trim()}`.trimEnd())
  } else {
    failed++
    console.log(`✗ ${step.name.padEnd(12)} ${seconds}s\n${outcome.note.trim()}\n`)
  }
}
const wanted = steps.filter(({ name }) => only.length === 0 || only.includes(name)).values()
/** What begins next, as long as there is something. */
const lane = async (): Promise<void> => {
  for (const step of wanted) {
    const ended = look(step)
    done.set(step.name, ended)
    await ended
  }
}
await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, availableParallelism()) }, lane))
console.log(`check: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
