// `npm start`: everything on one address. Checks only that Node is new enough, then loads the rest.
import { fileURLToPath } from 'node:url'
import { nodeProblem } from './node-version.mjs'

const problem = nodeProblem(fileURLToPath(new URL('..', import.meta.url)), process.version)
if (problem === null) await import('./start/main.ts')
else {
  console.error(problem)
  process.exitCode = 1
}
