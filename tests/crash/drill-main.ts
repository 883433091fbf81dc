// `npm run drill -- --json`: blast, back up, lose the database and half of the objects, restore, go on; then counts. `--env production`
// notes a good one on that place's /status.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openAccount, openEnvironment } from '../../scripts/cloudflare/deploy/open.ts'
import { environmentName } from '../../scripts/cloudflare/environment.ts'
import { noteDrill } from '../../scripts/cloudflare/note-drill.ts'
import { productVersion } from '../../scripts/version.ts'
import { runDrill } from './drill.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const { values } = parseArgs({ options: { accounts: text, recipients: text, env: text, json: yes, keep: yes } })
const whole = (given: string | undefined, otherwise: number): number => {
  const value = Number(given ?? otherwise)
  if (Number.isInteger(value) && value > 0) return value
  console.error(`not a whole number: ${given}`)
  process.exit(1)
}
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-drill-'))
const say = (line: string): void => {
  if (!values.json) console.log(line)
}
/** Before the drill, so that nobody waits for one that cannot be noted. */
const openPlace = async (name: string) => {
  const environment = environmentName(name)
  return (await openAccount(environment, openEnvironment(environment))).database
}
try {
  const place = values.env === undefined ? null : await openPlace(values.env)
  const { found, ...figures } = await runDrill({
    dataDir,
    accounts: whole(values.accounts, 6),
    recipients: whole(values.recipients, 240),
    say,
  })
  for (const line of found) say(`- ${line}`)
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(18)} ${value}`)
  if (values.json) console.log(JSON.stringify(figures))
  const { differences, duplicates, sentAfterOptOut, rescans } = figures
  process.exitCode = differences + duplicates + sentAfterOptOut + rescans === 0 ? 0 : 1
  if (place !== null && process.exitCode === 0) {
    await noteDrill(place, productVersion().version, Date.now())
    say(`noted on ${values.env}`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (values.keep) console.log(dataDir)
  else rmSync(dataDir, { recursive: true, force: true })
}
