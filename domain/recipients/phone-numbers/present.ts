// A recipient as the wire shows them, and as they read about themselves.
import { gradeOf } from '../../../contract/ground/consent-grades.ts'
import { iso } from '../../../contract/ground/time.ts'
import type { PhoneRow } from '../../../contract/recipients/phone-numbers.ts'
import type { RecipientShown } from '../../../contract/recipients/recipient-page.ts'
import { tagsIn } from '../tags/store.ts'
import type { recipientOf } from './recipient-store.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { fieldsIn } from '../fields/rules.ts'
import { type OnePhone, phoneReadWithFields } from './list-store.ts'
import { phoneRead, type PhoneRecord } from './store.ts'

export const presentPhone = (row: PhoneRecord): PhoneRow => ({
  id: row.id,
  number: row.number,
  name: row.name,
  status: row.status,
  in_use: row.in_use,
  count_success: row.count_success,
  count_fail: row.count_fail,
  last_sent: iso(row.last_sent),
  consent_source: row.consent_source,
  consent_at: iso(row.consent_at),
  consent_by: row.consent_by,
  consent_grade: row.consent_at === null ? null : gradeOf(row.grade),
  suppressed: row.suppressed === 1,
  snoozed_until: iso(row.snoozed_until),
  held: row.held === 1,
  weak: row.weak === 1,
  tags: tagsIn(row.tags),
})
export const editablePhone = (row: OnePhone) => ({
  ...presentPhone(row),
  version: versionOf(phoneRead(row)),
  fields: fieldsIn(row.fields),
  fields_version: versionOf(phoneReadWithFields(row)),
})

/** Enough of a number for its owner to recognise it. */
const masked = (number: string): string => `${number.slice(0, 5)}••••${number.slice(-3)}`
export const presentRecipient = (
  number: string,
  { listed, stoppedAt, history }: Awaited<ReturnType<typeof recipientOf>>,
): RecipientShown => ({
  number: masked(number),
  consent:
    listed && listed.consent_at !== null
      ? { source: listed.consent_source || null, date: new Date(listed.consent_at).toISOString() }
      : null,
  messages: { count: listed?.count_success ?? 0, last: iso(listed?.last_sent ?? null) },
  stopped_at: iso(stoppedAt),
  snoozed_until: iso(listed?.snoozed_until ?? null),
  history: history.map(({ event, source, at }) => ({
    event,
    // of the others it is an admin's words, or a message's id
    source: ['granted', 'withdrawn', 'disputed'].includes(event) ? source : null,
    date: new Date(at).toISOString(),
  })),
})
