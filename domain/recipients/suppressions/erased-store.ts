// That nothing written later names an erased person again (rule erasure).
import { type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../ground/db/rows.ts'
import type { Hashes } from './hash.ts'

/** The number, or of an erased person null. */
export const unlessErased = (number: string | null, hashes: Hashes): SQL => sql`
  iif(exists (select 1 from suppressions where hash in ${anyOf(hashes)} and reason = 'erased'), null, ${number})
`
