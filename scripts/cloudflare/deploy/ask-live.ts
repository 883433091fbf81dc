// `npm run live -- --env production|staging`: which Worker, page and migration Cloudflare has live. Changes nothing.
import { parseArgs } from 'node:util'
import { environmentName } from '../environment.ts'
import { liveLines, readLive } from './live.ts'
import { openEnvironment, reachAccount } from './open.ts'

const { values } = parseArgs({ options: { env: { type: 'string' }, help: { type: 'boolean' } } })
const ask = async (): Promise<void> => {
  const name = environmentName(values.env)
  const opened = openEnvironment(name)
  const asked = { name, resources: opened.resources, ...reachAccount(opened) }
  const live = await readLive(asked)
  for (const line of liveLines(asked, live)) console.log(line)
  if (Object.values(live).some((part) => 'refused' in part)) process.exitCode = 1
}
if (values.help) console.log('npm run live -- --env production|staging')
else
  await ask().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
