// `npm run live -- --env production|staging`: which Worker, page and migration Cloudflare has live. Changes nothing.
import { flagsOf } from '../../flags.ts'
import { environmentName } from '../environment.ts'
import { liveLines, readLive } from './live.ts'
import { openEnvironment, reachAccount } from './open.ts'

const { values } = flagsOf('npm run live -- --env production|staging', { options: { env: { type: 'string' } } })
const ask = async (): Promise<void> => {
  const name = environmentName(values.env)
  const opened = openEnvironment(name)
  const asked = { name, resources: opened.resources, ...reachAccount(opened) }
  const live = await readLive(asked)
  for (const line of liveLines(asked, live)) console.log(line)
  if (Object.values(live).some((part) => 'refused' in part)) process.exitCode = 1
}
await ask().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
