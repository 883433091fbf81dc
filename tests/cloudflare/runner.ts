// A runner as an op would start it beside the deployed Worker: the real program, dialling the Worker's address.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import type { Op } from './op.ts'

const NAME = 'runner-of-the-op'

/** It dials again until the Worker is there, and WhatsApp never: no account is linked. */
export const startRunnerOf = async (op: Op, worker: string) => {
  const script = op.double.state.scripts.get(worker)
  const escrow = readFileSync(join(op.repository, '.escrow/production.json'), 'utf8')
  const kept = JSON.parse(escrow) as Record<string, string>
  const child = spawn(process.execPath, [join(op.repository, 'runner/main.ts')], {
    cwd: op.repository,
    env: {
      PATH: process.env['PATH'],
      WORKER_URL: `http://127.0.0.1:${script?.port}`,
      RUNNER_CREDENTIAL: await runnerCredential(ringOf('RUNNER_KEYS', script?.secrets.get('RUNNER_KEYS')), NAME),
      VAULT_KEYS: kept['VAULT_KEYS'],
      RUNNER_ID: NAME,
    },
    stdio: 'ignore',
  })
  return {
    close: async (): Promise<void> => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
