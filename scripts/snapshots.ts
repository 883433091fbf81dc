// drizzle-kit compares the tables with one snapshot, the newest; those before it are read by nobody and stay in git's history.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const snapshotsIn = (meta: string): string[] => readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
const newestOf = (meta: string): string => {
  const { entries } = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return `${entries.at(-1)?.tag.split('_')[0]}_snapshot.json`
}

/** @returns what is wrong; null: the journal's last migration has its snapshot, and no other has one */
export const snapshotTrouble = (meta: string): string | null => {
  const found = snapshotsIn(meta)
  const newest = newestOf(meta)
  return found.length === 1 && found[0] === newest
    ? null
    : `${meta} holds ${found.join(', ') || 'no snapshot'}, but must hold ${newest} alone`
}

export const dropOlderSnapshots = (meta: string): void => {
  const newest = newestOf(meta)
  for (const name of snapshotsIn(meta)) if (name < newest) rmSync(join(meta, name))
}
