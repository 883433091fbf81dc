// Opens one environment for a release or a rollback: its part of wrangler.toml, its answers, the account behind it.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { TomlTable } from 'smol-toml'
import { z } from 'zod'
import { root } from '../../stack/shell.ts'
import { environmentProblems } from '../../../worker/environment.ts'
import { type Account, accountOf, readAccount } from '../account.ts'
import {
  answersIn,
  answersSchema,
  type EnvironmentName,
  partOf,
  type Resources,
  resourcesOf,
  WranglerFile,
} from '../environment.ts'
import { OPTIONAL, workerSecrets } from '../secrets.ts'
import { RemoteDatabase } from './database.ts'

export type Opened = {
  part: TomlTable
  resources: Resources
  vars: Record<string, string>
  databaseId: string
  containers: 'on' | 'off'
}

/** Without a network. @throws Error in one line that says what to run. */
export const openEnvironment = (name: EnvironmentName): Opened => {
  const file = new WranglerFile(join(root, 'wrangler.toml'))
  const part = file.part(name)
  const setup = `npm run setup -- --env ${name}`
  if (!part) throw new Error(`wrangler.toml has no [env.${name}]: ${setup}`)
  const base = file.base()
  const answers = answersSchema.safeParse(answersIn(part))
  if (!answers.success)
    throw new Error(`[env.${name}]: ${answers.error.issues[0]?.path.join('.')} is missing: ${setup}`)
  const shape = z.object({
    vars: z.record(z.string(), z.string()),
    d1_databases: z.array(z.object({ database_id: z.uuid() })).length(1),
  })
  const { vars, d1_databases: databases } = shape.parse(part)
  const databaseId = databases[0]?.database_id ?? ''
  const subdomain = /\.([^.]+)\.workers\.dev$/.exec(vars['WORKER_URL'] ?? '')?.[1] ?? ''
  const expected = partOf(base, name, answers.data, { databaseId, subdomain })
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(part)), JSON.parse(JSON.stringify(expected))))
    throw new Error(`[env.${name}] is not what the base of wrangler.toml makes: ${setup}`)
  const secrets = new Set(workerSecrets('on'))
  // Cloudflare shows no secret, so only what stands in the file can be judged here; the Worker judges the rest when it starts.
  const problems = environmentProblems(vars).filter((problem) => !secrets.has(problem.split(':')[0] ?? ''))
  if (problems.length > 0) throw new Error(`[env.${name}]: ${problems.join('; ')}`)
  return { part, resources: resourcesOf(base, name), vars, databaseId, containers: answers.data.containers }
}

/** Asks nothing. @throws Error when the token is missing */
export const reachAccount = ({ databaseId }: Opened): { account: Account; database: RemoteDatabase } => {
  const account = accountOf(process.env)
  if (!account) throw new Error('CLOUDFLARE_API_TOKEN is missing')
  return { account, database: new RemoteDatabase(account, databaseId) }
}
/** @throws Error when the token is missing, lacks a right, or a secret was never set. */
export const openAccount = async (
  name: EnvironmentName,
  opened: Opened,
): Promise<{ account: Account; database: RemoteDatabase }> => {
  const reached = reachAccount(opened)
  const { account } = reached
  const found = await readAccount(account, opened.resources)
  const needed = workerSecrets(opened.containers).filter((secret) => !OPTIONAL.includes(secret))
  const missing = needed.filter((secret) => !(found.secrets ?? []).includes(secret))
  if (missing.length > 0)
    throw new Error(`${opened.resources.worker} lacks ${missing.join(', ')}: npm run setup -- --env ${name}`)
  if (found.database?.id !== opened.databaseId)
    throw new Error(
      `the database ${opened.resources.database} is not the one of wrangler.toml: npm run setup -- --env ${name}`,
    )
  return reached
}
