// `npm run health-key`: the key that opens GET /health/deep and GET /metrics; with `-- --runner NAME` the key of that runner's own
// metrics. The ring comes from RUNNER_KEYS or standard input, never from an
// argument, which every process of the machine could read.
import { text } from 'node:stream/consumers'
import { ringOf } from '../contract/ground/key-rings.ts'
import { healthKey, runnerMetricsKey } from '../domain/people/auth/health-key.ts'
import { flagsOf } from './flags.ts'

const usage = 'RUNNER_KEYS=… npm run health-key [-- --runner NAME]'
const { values } = flagsOf(usage, { options: { runner: { type: 'string' } } })
try {
  const given = process.env['RUNNER_KEYS'] ?? (await text(process.stdin)).trim()
  const ring = ringOf('RUNNER_KEYS', given)
  console.log(await (values.runner ? runnerMetricsKey(ring, values.runner) : healthKey(ring)))
} catch (error) {
  console.error(`health-key: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
