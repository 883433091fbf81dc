// A step of `npm run check`: every kept fault can be planted, because each of its words stands exactly once in the source, and
// docs/simulator.md says what catches it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'
import { BOTH, FAULTS, planted } from './faults.ts'

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
const told = read('docs/simulator.md')
for (const { name } of FAULTS)
  if (!told.includes(`\`${name}\``)) problems.push(`docs/simulator.md does not say what catches ${name}`)
if (new Set(FAULTS.map(({ name }) => name)).size < FAULTS.length) problems.push('two faults have one name')
console.log(problems.length === 0 ? `${FAULTS.length} faults` : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
