// Whole backups: what makes one, which there are, and which go (rules backup, backup-lock, backup-retention).
import { DAY_MS } from '../../../contract/ground/time.ts'
import { deleteUnder, readJson } from '../../record/journal/bucket.ts'
import { BACKUPS_PREFIX, folderOf, INDEX_KEY, index, type Manifest, manifestKey, OLD_INDEX_KEY } from './format.ts'
import { timeOf } from '../../record/journal/stamps.ts'
import { backupUnlocked } from './locks.ts'
import { outlived } from './retention-rules.ts'

/** Ids of all that were begun, whole or not. */
const begun = async (bucket: R2Bucket): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: BACKUPS_PREFIX, delimiter: '/', ...(cursor ? { cursor } : {}) })
    ids.push(...page.delimitedPrefixes.map((folder) => folder.slice(BACKUPS_PREFIX.length, -1)))
    if (!page.truncated) return ids
    cursor = page.cursor
  }
}

/** The manifest makes it a backup. It is locked as soon as it is there, so a repeated step leaves it. */
export const makeWhole = async (bucket: R2Bucket, whole: Manifest): Promise<void> => {
  const key = manifestKey(whole.id)
  if ((await bucket.head(key)) === null) await bucket.put(key, JSON.stringify(whole))
  const known = await Promise.all([readJson(bucket, INDEX_KEY, index), readJson(bucket, OLD_INDEX_KEY, index)])
  // the older index is not written any more, and names some that are deleted
  const there = new Set(await begun(bucket))
  const ids = new Set([...known.flatMap((one) => one?.value ?? []), whole.id].filter((id) => there.has(id)))
  const old = new Set(outlived([...ids].map(timeOf), whole.finishedAt))
  const kept = [...ids].filter((id) => !old.has(timeOf(id))).toSorted()
  await bucket.put(INDEX_KEY, JSON.stringify(kept))
}

/** Not whole two days after it was begun, it never will be. */
const TAKES_MS = 2 * DAY_MS
/** All that the index does not name: backups whose time is over, and parts of those that were begun and given up. */
export const forgetBackups = async (bucket: R2Bucket, now: number, hasTime: () => boolean): Promise<void> => {
  const whole = new Set((await readJson(bucket, INDEX_KEY, index))?.value)
  const writtenBefore = backupUnlocked(now)
  for (const id of await begun(bucket))
    if (!whole.has(id) && timeOf(id) < writtenBefore - TAKES_MS)
      await deleteUnder(bucket, folderOf(id), { writtenBefore, hasTime })
}
