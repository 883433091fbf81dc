// What a receipt says of one person's consent (rule receipts).
import { sql } from 'drizzle-orm'
import { gradeOf } from '../../../contract/ground/consent-grades.ts'
import { OPT_OUT_LINE } from '../../../contract/recipients/opt-out.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { Unsigned } from '../../record/receipts/receipt.ts'
import { presentRecipient } from '../phone-numbers/present.ts'
import { recipientOf } from '../phone-numbers/recipient-store.ts'
import type { phoneNumbers } from '../phone-numbers/table.ts'
import { gradeIn, weakOf } from '../sources/grade-store.ts'
import { heldOf } from '../sources/hold-store.ts'
import type { consentSources } from '../sources/table.ts'
import type { Hashes } from '../suppressions/hash.ts'
import type { programmes } from './table.ts'

/** `suppressed` of a recipient who has stopped. */
const STOPPED = 1
type Told = Row<typeof phoneNumbers, 'status' | 'suppressed'> & { grade: number | null; held: 0 | 1; weak: 0 | 1 } & {
  [K in 'told' | 'told_by']: Row<typeof consentSources>[K]
} & { source_topic: string | null } & {
  [K in 'what' | 'by_whom' | 'topic' | 'privacy' | 'privacy_version']: Row<typeof programmes>[K] | null
}

/** null: no recipient has the number, or nothing is kept about their consent: there is nothing to sign. */
export const receiptOf = async (db: Db, number: string, hashes: Hashes): Promise<Unsigned | null> => {
  const [found, [told]] = await Promise.all([
    recipientOf(db, number, hashes),
    db.all<Told>(sql`
      select
        p.status, p.suppressed, ${heldOf('p')} as held, ${weakOf('p')} as weak, ${gradeIn('p')} as grade,
        s.told, s.told_by, s.topic as source_topic, g.what, g.by_whom, g.topic, g.privacy, g.privacy_version
      from phone_numbers p
      left join consent_sources s on s.name = p.consent_source
      left join programmes g on g.title || ': ' || g.keyword = p.consent_source
      where p.number = ${number}
      limit 1
    `),
  ])
  const { number: shown, consent, stopped_at, snoozed_until, history } = presentRecipient(number, found)
  if (consent === null && history.length === 0) return null
  const hasStopped = stopped_at !== null || consent === null || told?.suppressed === STOPPED
  const waits = snoozed_until !== null || told?.status !== 'active' || told.held === 1 || told.weak === 1
  const state = hasStopped ? 'withdrawn' : waits ? 'paused' : 'given'
  const grade = gradeOf(told?.grade ?? null)
  // nobody changes a programme's words; those of another source are what is kept of it now
  const programme = (grade === 'message' || grade === 'form') && told !== undefined && told.what !== null ? told : null
  const notice =
    programme?.privacy_version && programme.privacy
      ? { version: programme.privacy_version, text: programme.privacy }
      : null
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    pii_principal_id: shown,
    pii_type: 'phone number',
    lawful_basis: 'consent',
    consent_state: state,
    consent: consent && { source: consent.source, grade, time: consent.date },
    purpose: programme?.what ?? told?.told ?? null,
    words_of: programme === null ? 'now' : 'consent',
    topic: (programme?.topic ?? told?.source_topic) || null,
    pii_controller: programme?.by_whom ?? told?.told_by ?? null,
    privacy_notice: notice,
    withdrawal_method: OPT_OUT_LINE,
    events: history.map(({ event, date }) => ({ time: date, state: event })),
  }
}
