// The tables in domain/ and the SQL in migrations/ must say the same: generating anew into a copy may add nothing.
import { cp, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root, runTool } from '../stack/shell.ts'
import type { Outcome } from './steps.ts'

export const migrationsUpToDate = async (dir: string): Promise<Outcome> => {
  const copy = join(dir, 'migrations')
  await cp(join(root, 'migrations'), copy, { recursive: true })
  const before = (await readdir(copy)).filter((name) => name.endsWith('.sql'))
  const { code, output } = await runTool('drizzle-kit', [
    'generate',
    '--dialect=sqlite',
    '--schema=./domain/*/table.ts',
    // drizzle-kit takes the folder relative to where it runs.
    `--out=${relative(root, copy)}`,
  ])
  if (code !== 0) return { ok: false, note: output }
  const after = (await readdir(copy)).filter((name) => name.endsWith('.sql'))
  const added = after.filter((name) => !before.includes(name))
  return added.length === 0
    ? { ok: true, note: `${before.length} files` }
    : { ok: false, note: 'tables changed without a migration: npm run db:generate' }
}
