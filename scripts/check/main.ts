// `npm run check`: every check that needs no running product. One line a step; a failed step prints all its output.
import { flagsOf, misused } from '../flags.ts'
import { steps } from './steps.ts'

const names = steps.map(({ name }) => name)
const usage = `npm run check [-- NAME …]: ${names.join(', ')}`
const only = flagsOf(usage, { allowPositionals: true }).positionals
const unknown = only.find((name) => !names.includes(name))
if (unknown !== undefined) misused(`No check is called ${unknown}`, usage)
let failed = 0
let passed = 0
for (const step of steps) {
  if (only.length > 0 && !only.includes(step.name)) continue
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
console.log(`check: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
