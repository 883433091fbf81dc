// The acts of a release against Cloudflare, each with the way back if it fails.
import { join } from 'node:path'
import { mustRun } from '../../stack/shell.ts'
import type { Account } from '../account.ts'
import type { EnvironmentName, Resources } from '../environment.ts'
import type { RemoteDatabase } from './database.ts'
import { lintMigrations, problemsOf, tooLong } from './linter.ts'
import { withoutMetricsWhereRefused } from './metrics.ts'
import { type Migration, type MigrationPlan, planMigrations } from './phases.ts'
import { type Note, noteText, type Release } from './record.ts'
import { type ReleaseFolder, showMigrations } from './release.ts'

/** A failure, and what to do about it. What is live is not said here: Cloudflare is asked (live.ts). */
export class Stopped extends Error {
  constructor(what: string, mend: string) {
    super(`${what}\n\n${mend}`)
  }
}
const stopping = async <T>(mend: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new Stopped(error instanceof Error ? error.message : String(error), mend)
  }
}

export type Ship = {
  name: EnvironmentName
  account: Account
  resources: Resources
  release: ReleaseFolder
  database: RemoteDatabase
  note: Note
  tell: (line: string) => void
}
const timeTravel = (ship: Ship): string =>
  `wrangler d1 time-travel restore ${ship.resources.database} --bookmark=${ship.note.bookmark}`

/** @throws Stopped before anything is touched, when a file is unsafe for the Worker that runs or for the database's size. */
export const planSafely = async (
  migrations: readonly Migration[],
  database: RemoteDatabase,
  live: Release | null,
): Promise<MigrationPlan> => {
  const nothing = 'This deploy has changed nothing. Mend the migration first.'
  const applied = await stopping(nothing, database.applied())
  const plan = planMigrations(migrations, applied, live?.note.schema ?? null)
  if (live === null) return plan
  const inPortions = new Set(plan.backfill.map((one) => one.name))
  const pending = new Set([...plan.before, ...plan.backfill, ...plan.contract].map((one) => one.name))
  const findings = lintMigrations(migrations, pending)
  const whole = findings.filter((finding) => !inPortions.has(finding.name))
  const problems = [...problemsOf(findings), ...(await tooLong(whole, (table, limit) => database.rows(table, limit)))]
  if (problems.length > 0) throw new Stopped(problems.join('\n'), nothing)
  return plan
}

const applyFiles = async (ship: Ship, names: readonly string[]): Promise<void> => {
  const applied = await ship.database.applied()
  showMigrations(
    ship.release,
    ship.release.migrations.map((one) => one.name).filter((name) => applied.has(name) || names.includes(name)),
  )
  const args = ['d1', 'migrations', 'apply', ship.resources.database, '--remote', '--config', ship.release.config]
  await mustRun('wrangler', args)
}

export const expand = async (ship: Ship, plan: MigrationPlan): Promise<void> => {
  if (plan.before.length === 0) return
  await stopping(
    `Mend the migration first. The release before lives with what was applied of it; the database as it was: ${timeTravel(ship)}`,
    applyFiles(
      ship,
      plan.before.map((one) => one.name),
    ),
  )
  ship.tell(`✓ database: ${plan.before.map((one) => one.name).join(', ')}`)
}

/** All traffic at once, with triggers and containers. In this order: the Worker first, so that what fails after it finds it live. */
export const deployWorker = async (ship: Ship, containers: boolean): Promise<void> => {
  const args = ['deploy', join(ship.release.dir, 'worker/index.js'), '--no-bundle', '--config', ship.release.config]
  const words = ['--tag', ship.note.version.slice(0, 100), '--message', noteText(ship.note)]
  const rollout = containers ? [] : ['--containers-rollout', 'none']
  await withoutMetricsWhereRefused(ship, async () => void (await mustRun('wrangler', [...args, ...words, ...rollout])))
}

/** Of a Worker that got its traffic in steps. */
export const deployTriggers = async (ship: Ship): Promise<void> => {
  await mustRun('wrangler', ['triggers', 'deploy', '--config', ship.release.config])
}

export const deployPage = async (ship: Ship): Promise<void> => {
  const words = ['--commit-hash', ship.note.commit, '--commit-message', noteText(ship.note), '--commit-dirty=true']
  const args = ['pages', 'deploy', 'dist', '--project-name', ship.resources.page, '--branch', 'main', ...words]
  await mustRun('wrangler', args, { cwd: ship.release.page })
  ship.tell(`✓ page ${ship.resources.page}`)
}

/** A portion that never stops changing rows is a mistake of the file, not a large table. */
const MOST_PORTIONS = 100_000
export const finishMigrations = async (ship: Ship, plan: MigrationPlan): Promise<void> => {
  const mend = 'Of this release only old rows are unfinished. Mend the file first.'
  for (const { name, sql } of plan.backfill) {
    let changed = 1
    for (let portion = 0; changed > 0; portion++) {
      if (portion === MOST_PORTIONS) throw new Stopped(`${name} still changes rows after ${portion} portions`, mend)
      changed = (await stopping(mend, ship.database.query(sql))).changes
      if (portion % 100 === 99) ship.tell(`  ${name}: ${portion + 1} portions`)
    }
    await stopping(mend, applyFiles(ship, [name]))
    ship.tell(`✓ backfill ${name}`)
  }
  if (plan.contract.length > 0) {
    await stopping(
      mend,
      applyFiles(
        ship,
        plan.contract.map((one) => one.name),
      ),
    )
    ship.tell(`✓ contract ${plan.contract.map((one) => one.name).join(', ')}`)
  }
  for (const { name } of plan.waiting)
    ship.tell(`- ${name} waits for the next release: the Worker before may still read it`)
}
