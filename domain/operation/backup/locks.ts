// What R2 itself keeps from being changed or deleted, no matter who asks (rule backup-lock): setup makes these rules, and the cron deletes nothing before
// their time is over. What is written again is in none of them: under state/, and where versions before the locks had it.
import { DAY_MS } from '../../../contract/ground/time.ts'

const BACKUP_DAYS = 35
const JOURNAL_DAYS = 8
/** Names of objects begin so; a name of a backup begins with its year. */
export const LOCKS = [
  { id: 'backups', prefix: 'backup/2', days: BACKUP_DAYS },
  { id: 'journal-stops', prefix: 'journal/stops/', days: JOURNAL_DAYS },
  { id: 'journal-settled', prefix: 'journal/settled/', days: JOURNAL_DAYS },
  { id: 'journal-claims', prefix: 'journal/claims/', days: JOURNAL_DAYS },
] as const

/** A lock ends by the bucket's clock. */
const MARGIN_MS = 3_600_000
/** Objects of a backup that were written before this are not locked any more, epoch ms. */
export const backupUnlocked = (now: number): number => now - BACKUP_DAYS * DAY_MS - MARGIN_MS
/** Of the journal likewise. */
export const journalUnlocked = (now: number): number => now - JOURNAL_DAYS * DAY_MS - MARGIN_MS
