// `npm run drill -- --json`: blast, back up, lose the database and half of the objects, restore, go on; then counts. `--env production`
// instead opens the newest backup of that place, and notes a good one on its /status (rule restore-drill).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runDrill } from '../../tests/crash/drill.ts'
import { noteDrill } from '../cloudflare/note-drill.ts'
import { flagsOf } from '../flags.ts'
import { productVersion } from '../version.ts'
import { secondPlace } from './buckets.ts'
import { openNewest, type Opened } from './open-backup.ts'
import { deployedPlace } from './place.ts'
import { secondSource } from './second.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const usage =
  'npm run drill [-- --accounts N] [--recipients N] [--json] [--keep]   or   -- --env production|staging [--from second]'
const { values } = flagsOf(usage, {
  options: { accounts: text, recipients: text, env: text, from: text, json: yes, keep: yes },
})
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
/** @param from 'second': what the second place has. @throws Error in one line that says what is missing */
const drillPlace = async (env: string, from: string | undefined): Promise<Opened> => {
  if (from !== undefined && from !== 'second') throw new Error('--from second, or without it')
  const place = await deployedPlace(env)
  try {
    const source = from === 'second' ? secondSource(secondPlace(process.env, place.vars)) : place
    const opened = await openNewest(source, place.privateKey, () => Date.now())
    if (opened.found.length === 0) await noteDrill(place, productVersion().version, Date.now(), opened.tookMs)
    return opened
  } finally {
    await place.close()
  }
}
/** @returns what is wrong, in lines */
const ofPlace = async (env: string): Promise<string[]> => {
  const { found, ...figures } = await drillPlace(env, values.from)
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(18)} ${value}`)
  say(found.length === 0 ? `noted on ${env}` : 'not noted')
  if (values.json) console.log(JSON.stringify({ ...figures, found }))
  return found
}
try {
  if (values.env === undefined) {
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
  } else {
    const found = await ofPlace(values.env)
    for (const line of found) console.error(`- ${line}`)
    process.exitCode = found.length === 0 ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (values.keep) console.log(dataDir)
  else rmSync(dataDir, { recursive: true, force: true })
}
