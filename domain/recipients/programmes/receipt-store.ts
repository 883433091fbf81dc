// What a receipt says of one person's consent (rule receipts).
import { sql } from 'drizzle-orm'
import { gradeOf } from '../../../contract/ground/consent-grades.ts'
import { OPT_OUT_LINE } from '../../../contract/recipients/opt-out.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { Unsigned } from '../../record/receipts/receipt.ts'
import { presentRecipient } from '../phone-numbers/present.ts'
import { recipientOf } from '../phone-numbers/recipient-store.ts'
import { gradeIn } from '../sources/grade-store.ts'
import type { consentSources } from '../sources/table.ts'
import type { Hashes } from '../suppressions/hash.ts'
import type { programmes } from './table.ts'

type Told = { grade: number | null } & {
  [K in 'told' | 'told_by']: Row<typeof consentSources>[K]
} & { [K in 'what' | 'by_whom' | 'topic' | 'privacy' | 'privacy_version']: Row<typeof programmes>[K] | null }

/** null: no recipient has the number, or nothing is kept about their consent: there is nothing to sign. */
export const receiptOf = async (db: Db, number: string, hashes: Hashes): Promise<Unsigned | null> => {
  const [found, [told]] = await Promise.all([
    recipientOf(db, number, hashes),
    db.all<Told>(sql`
      select
        ${gradeIn('p')} as grade, s.told, s.told_by, g.what, g.by_whom, g.topic, g.privacy, g.privacy_version
      from phone_numbers p
      left join consent_sources s on s.name = p.consent_source
      left join programmes g on g.title || ': ' || g.keyword = p.consent_source
      where p.number = ${number}
      limit 1
    `),
  ])
  const { number: shown, consent, stopped_at, snoozed_until, history } = presentRecipient(number, found)
  if (consent === null && history.length === 0) return null
  const state = stopped_at !== null || consent === null ? 'withdrawn' : snoozed_until === null ? 'given' : 'paused'
  const notice = told?.privacy_version && told.privacy ? { version: told.privacy_version, text: told.privacy } : null
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    pii_principal_id: shown,
    pii_type: 'phone number',
    lawful_basis: 'consent',
    consent_state: state,
    consent: consent && { source: consent.source, grade: gradeOf(told?.grade ?? null), time: consent.date },
    purpose: told?.what ?? told?.told ?? null,
    topic: told?.topic || null,
    pii_controller: told?.by_whom ?? told?.told_by ?? null,
    privacy_notice: notice,
    withdrawal_method: OPT_OUT_LINE,
    events: history.map(({ event, date }) => ({ time: date, state: event })),
  }
}
