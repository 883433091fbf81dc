// `npm run runner-credential -- --name runner-7`: the credential of one runner that is started outside Cloudflare. The ring comes
// from RUNNER_KEYS or standard input, never from an argument, which every process of the machine could read.
import { text } from 'node:stream/consumers'
import { ringOf } from '../contract/ground/key-rings.ts'
import { runnerCredential } from '../domain/people/auth/runner-credential.ts'
import { flagsOf, misused } from './flags.ts'

const usage = 'RUNNER_KEYS=… npm run runner-credential -- --name runner-7'
const { name } = flagsOf(usage, { options: { name: { type: 'string' } } }).values
try {
  if (!name) misused('say which runner', usage)
  const given = process.env['RUNNER_KEYS'] ?? (await text(process.stdin)).trim()
  console.log(await runnerCredential(ringOf('RUNNER_KEYS', given), name))
} catch (error) {
  console.error(`runner-credential: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
