// A recipient as the wire shows them.
import type { PhoneRow } from '../../../contract/recipients/phone-numbers.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { phoneRead, type PhoneRecord } from './store.ts'

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
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
  suppressed: row.suppressed === 1,
  snoozed_until: iso(row.snoozed_until),
})
export const editablePhone = (row: PhoneRecord) => ({ ...presentPhone(row), version: versionOf(phoneRead(row)) })
