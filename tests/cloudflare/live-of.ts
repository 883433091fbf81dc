// An op's commands, and what the double has live, in the words that a deploy, a rollback and `npm run live` must use for it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Op } from './op.ts'

export const SETUP = 'scripts/cloudflare/setup/main.ts'
export const DEPLOY = 'scripts/cloudflare/deploy/main.ts'
export const ROLLBACK = 'scripts/cloudflare/deploy/rollback.ts'
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
]
/** Versions of the Worker and the page. */
export const liveOf = ({ double }: Op) => {
  const script = double.state.scripts.get(WORKER)
  const page = double.state.projects.get('wa-blaster')
  const version = script?.versions.find((one) => one.id === script.deployments[0]?.versionId)
  return {
    worker: version?.metadata.annotations?.['workers/message']?.split(' · ')[0],
    page: page?.deployments.find((one) => one.id === page.live)?.commitMessage.split(' · ')[0],
  }
}
export const liveLinesOf = (op: Op): string[] => {
  const { worker, page } = liveOf(op)
  const migration = readdirSync(join(op.repository, 'migrations')).findLast((file) => file.endsWith('.sql'))
  return [
    'Live now, as Cloudflare says:',
    `  Worker ${WORKER}: ${worker} has all traffic`,
    `  page wa-blaster: ${page}`,
    `  database wa-blaster: its last migration is ${migration}`,
  ]
}
export const deployAs = (op: Op, version: string, args: readonly string[] = []) =>
  op.run(DEPLOY, ['--env', 'production', '--patience', '20', ...args], {
    PRODUCT_VERSION: version,
    PRODUCT_COMMIT: 'c0ffee00c0ffee00',
  })
export const rowsOf = async ({ double }: Op, statement: string): Promise<Record<string, unknown>[]> => {
  const database = await double.hosting.database(double.state.databases[0]?.uuid ?? '')
  return (await database.prepare(statement).all<Record<string, unknown>>()).results
}
