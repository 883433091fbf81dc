// `npm run runner-credential -- --name runner-7`: the credential of one runner that is started outside Cloudflare. The ring comes
// from RUNNER_KEYS or standard input, never from an argument, which every process of the machine could read.
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ringOf } from '../contract/ground/key-rings.ts'
import { runnerCredential } from '../domain/people/auth/runner-credential.ts'

try {
  const { values } = parseArgs({ options: { name: { type: 'string' } } })
  if (!values.name) throw new Error('say which runner: npm run runner-credential -- --name runner-7')
  const given = process.env['RUNNER_KEYS'] ?? (await text(process.stdin)).trim()
  console.log(await runnerCredential(ringOf('RUNNER_KEYS', given), values.name))
} catch (error) {
  console.error(`runner-credential: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
