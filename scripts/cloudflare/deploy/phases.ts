// In which order a release's migrations run: expand → deploy → backfill → contract. The database is changed first in ways
// that the running Worker does not notice, then the new Worker goes out, then old rows are filled in portions, and what
// nobody reads any more goes only with the release after, so that this one can still be taken back.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PHASES = ['expand', 'backfill', 'contract'] as const
export type Phase = (typeof PHASES)[number]
export type Migration = { name: string; sql: string; phase: Phase }

/** The file's first line may say `-- phase: backfill`. @throws Error for a word that is none of the three. */
export const phaseOf = (name: string, sql: string): Phase => {
  const word = /^--\s*phase:\s*(\S+)/.exec(sql.trimStart())?.[1] ?? 'expand'
  const phase = PHASES.find((known) => known === word)
  if (!phase) throw new Error(`${name}: its phase is "${word}", but must be one of ${PHASES.join(', ')}`)
  return phase
}

export const readMigrations = (dir: string): Migration[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(dir, name), 'utf8')
      return { name, sql, phase: phaseOf(name, sql) }
    })

/** Files before this one ran everywhere before phases were told apart. */
const FIRST_JUDGED = '0012'
export const judgedAlways = (all: readonly Migration[]): Set<string> =>
  new Set(all.map((migration) => migration.name).filter((name) => name >= FIRST_JUDGED))

export type MigrationPlan = {
  /** Before the Worker. */
  before: Migration[]
  /** After the smoke test, each repeated until it changes no row. */
  backfill: Migration[]
  /** After the backfills; the Worker that is replaced came with them, so it can live without what they remove. */
  contract: Migration[]
  /** Contracts of this very release: the Worker it replaces may still read what they remove. */
  waiting: Migration[]
}

/**
 * @param applied names of the files that have run
 * @param liveSchema newest file that the Worker running now was shipped with; null: no Worker runs, nothing can break
 */
export const planMigrations = (
  all: readonly Migration[],
  applied: ReadonlySet<string>,
  liveSchema: string | null,
): MigrationPlan => {
  const pending = all.filter((migration) => !applied.has(migration.name))
  if (liveSchema === null) return { before: [...pending], backfill: [], contract: [], waiting: [] }
  const contracts = pending.filter((migration) => migration.phase === 'contract')
  return {
    before: pending.filter((migration) => migration.phase === 'expand'),
    backfill: pending.filter((migration) => migration.phase === 'backfill'),
    contract: contracts.filter((migration) => migration.name <= liveSchema),
    waiting: contracts.filter((migration) => migration.name > liveSchema),
  }
}
