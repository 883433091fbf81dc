// `npm start`: everything on one address. Only looks that Node is new enough, then hands over.
import { fileURLToPath } from 'node:url'
import { nodeProblem } from './node-version.mjs'

const problem = nodeProblem(fileURLToPath(new URL('..', import.meta.url)), process.version)
if (problem === null) await import('./start/main.ts')
else {
  console.error(problem)
  process.exitCode = 1
}
