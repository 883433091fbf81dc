// A step of `npm run check`: every kept fault can be planted, because each of its words stands exactly once in the source, and there is something
// that may catch it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'
import { BOTH, FAULTS, planted, testsOf } from './faults.ts'

const names = FAULTS.flatMap(({ name, behind }) => (behind ? [name, `${name}${BOTH}`] : [name]))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const problems = names.flatMap((name) => {
  try {
    planted(name, read)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
})
const exists = (file: string): boolean => existsSync(join(root, file))
for (const fault of FAULTS) {
  const tests = testsOf(fault, exists)
  if (tests.length === 0 && fault.world === null) problems.push(`${fault.name}: no test may catch it`)
  for (const file of tests) if (!exists(file)) problems.push(`${fault.name}: there is no ${file}`)
}
if (new Set(FAULTS.map(({ name }) => name)).size < FAULTS.length) problems.push('two faults have one name')
console.log(problems.length === 0 ? `${FAULTS.length} faults` : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
