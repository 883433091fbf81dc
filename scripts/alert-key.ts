// `npm run alert-key`: the key with which the receiver of alerts checks their signatures. The ring comes from RUNNER_KEYS or standard
// input, never from an argument, which every process of the machine could read.
import { text } from 'node:stream/consumers'
import { ringOf } from '../contract/ground/key-rings.ts'
import { alertKey } from '../domain/people/auth/alert-key.ts'
import { flagsOf } from './flags.ts'

flagsOf('RUNNER_KEYS=… npm run alert-key', {})
try {
  const given = process.env['RUNNER_KEYS'] ?? (await text(process.stdin)).trim()
  console.log(await alertKey(ringOf('RUNNER_KEYS', given)))
} catch (error) {
  console.error(`alert-key: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
