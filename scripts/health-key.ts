// `npm run health-key`: the key that opens GET /health/deep. The ring comes from RUNNER_KEYS or standard input, never from an
// argument, which every process of the machine could read.
import { text } from 'node:stream/consumers'
import { ringOf } from '../contract/key-rings.ts'
import { healthKey } from '../domain/auth/health-key.ts'

try {
  const given = process.env['RUNNER_KEYS'] ?? (await text(process.stdin)).trim()
  console.log(await healthKey(ringOf('RUNNER_KEYS', given)))
} catch (error) {
  console.error(`health-key: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
