// An op's commands, and what the double has live, in the words that a deploy, a rollback and `npm run live` must use for it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveVersionOf, type Script } from './double/state.ts'
import { HOSTS, newOp, type Op } from './op.ts'
import { startRunnerOf } from './runner.ts'

export const SETUP = 'scripts/cloudflare/setup/main.ts'
export const DEPLOY = 'scripts/cloudflare/deploy/main.ts'
export const DOCTOR = 'scripts/cloudflare/doctor/main.ts'
export const ROLLBACK = 'scripts/cloudflare/deploy/rollback.ts'
export const LIVE = 'scripts/cloudflare/deploy/ask-live.ts'
export const WORKER = 'wa-blaster-api'
/** What setup is told on its command line. */
export const answers = (host: string, containers: 'on' | 'off'): string[] => [
  '--domain',
  host,
  '--turnstile-site-key',
  '0x4AAAAAAAsitekey',
  '--mail-from',
  'kabar@example.com',
  '--containers',
  containers,
  '--new-keys',
]
/** An account with a production that was set up, and a runner that dials it. `close` ends both. */
export const openProduction = async () => {
  const op = await newOp()
  // an isolate gathers 20 seconds before it writes what it answered
  op.edit('wrangler.toml', '[vars]\n', '[vars]\nGATHER_MS = "500"\n')
  const made = await op.run(SETUP, ['--env', 'production', ...answers(HOSTS.production, 'off')], {
    TURNSTILE_SECRET: 'turnstile-secret-of-the-op',
  })
  if (made.code !== 0) throw new Error(made.output)
  const runner = await startRunnerOf(op, WORKER)
  return {
    op,
    close: async (): Promise<void> => {
      await runner.close()
      await op.close()
    },
  }
}
/** A changed secret makes a version without a note, of the release before it. */
const releaseOf = (script: Script, versionId: string | undefined): string | undefined => {
  const number = script.versions.find((one) => one.id === versionId)?.number ?? 0
  const noted = script.versions.findLast(
    (one) => one.number <= number && one.metadata.annotations?.['workers/message'] !== undefined,
  )
  return noted?.metadata.annotations?.['workers/message']?.split(' · ')[0]
}
/** Versions of the Worker and the page; of two Workers the one with most of the traffic. */
export const liveOf = ({ double }: Op) => {
  const script = double.state.scripts.get(WORKER)
  const page = double.state.projects.get('wa-blaster')
  return {
    worker: script && releaseOf(script, liveVersionOf(script)?.id),
    page: page?.deployments.find((one) => one.id === page.live)?.commitMessage.split(' · ')[0],
  }
}
export const liveLinesOf = (op: Op): string[] => {
  const script = op.double.state.scripts.get(WORKER)
  const shares = script?.deployments[0]?.shares ?? []
  const named = shares.map(({ versionId, percent }) => ({ version: script && releaseOf(script, versionId), percent }))
  const traffic =
    named.length === 1
      ? `${named[0]?.version} has all traffic`
      : named.map(({ version, percent }) => `${version} has ${percent} %`).join(', ')
  const migration = readdirSync(join(op.repository, 'migrations')).findLast((file) => file.endsWith('.sql'))
  return [
    'Live now, as Cloudflare says:',
    `  Worker ${WORKER}: ${traffic}`,
    `  page wa-blaster: ${liveOf(op).page}`,
    `  database wa-blaster: its last migration is ${migration}`,
  ]
}
/** What a command that failed ends with, and what it must be: what is live, and what leads on. */
export const lastLines = (output: string): string[] => output.trim().split('\n').slice(-5)
export const liveThen = (op: Op, next: string): string[] => [...liveLinesOf(op), next]
/** All traffic at once, unless the arguments say how long a step lasts. */
export const deployAs = (op: Op, version: string, args: readonly string[] = []) => {
  const how = args.includes('--step-minutes') ? [] : ['--at-once']
  return op.run(DEPLOY, ['--env', 'production', '--patience', '20', ...how, ...args], {
    PRODUCT_VERSION: version,
    PRODUCT_COMMIT: 'c0ffee00c0ffee00',
  })
}
export const rowsOf = async ({ double }: Op, statement: string): Promise<Record<string, unknown>[]> => {
  const database = await double.hosting.database(double.state.databases[0]?.uuid ?? '')
  return (await database.prepare(statement).all<Record<string, unknown>>()).results
}
/** Calls of the API while something else goes on, as members make them. @returns how many were answered with a fault */
export const underTraffic = async <T>(op: Op, work: () => Promise<T>): Promise<{ done: T; faults: number }> => {
  const port = op.double.state.scripts.get(WORKER)?.port
  const over = new AbortController()
  let faults = 0
  const call = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/public/config`).catch(() => null)
      if (answer && answer.status >= 500) faults++
      await answer?.arrayBuffer().catch(() => null)
      // a runtime that starts again for the next step is not there for a moment
      if (!answer) await sleep(200)
    }
  }
  const callers = Promise.all(Array.from({ length: 4 }, call))
  try {
    return { done: await work(), faults }
  } finally {
    over.abort()
    await callers
  }
}
