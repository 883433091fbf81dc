// The tables in domain/ and the SQL in migrations/ must agree: generating into a copy of the folder may add nothing. And what
// a new file changes must be safe for the Worker that still runs while it is applied.
import { cp, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lintMigrations, problemsOf } from '../cloudflare/deploy/linter.ts'
import { judgedAlways, readMigrations } from '../cloudflare/deploy/phases.ts'
import { snapshotTrouble } from '../snapshots.ts'
import { root, runTool } from '../stack/shell.ts'
import type { Outcome } from './steps.ts'

export const migrationsUpToDate = async (dir: string): Promise<Outcome> => {
  const trouble = snapshotTrouble(join(root, 'migrations/meta'))
  if (trouble) return { ok: false, note: `${trouble}: npm run db:generate leaves it so` }
  const copy = join(dir, 'migrations')
  await cp(join(root, 'migrations'), copy, { recursive: true })
  const before = (await readdir(copy)).filter((name) => name.endsWith('.sql'))
  const { code, output } = await runTool('drizzle-kit', [
    'generate',
    '--dialect=sqlite',
    '--schema=./domain/*/*/table.ts',
    // drizzle-kit reads the folder's path relative to its working directory.
    `--out=${relative(root, copy)}`,
  ])
  if (code !== 0) return { ok: false, note: output }
  const after = (await readdir(copy)).filter((name) => name.endsWith('.sql'))
  const added = after.filter((name) => !before.includes(name))
  if (added.length > 0) return { ok: false, note: 'tables changed without a migration: npm run db:generate' }
  const migrations = readMigrations(join(root, 'migrations'))
  const problems = problemsOf(lintMigrations(migrations, judgedAlways(migrations)))
  return problems.length === 0 ? { ok: true, note: `${before.length} files` } : { ok: false, note: problems.join('\n') }
}
