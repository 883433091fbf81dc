// Whether a number may be sent to, in the same words in the list and in the form. A suppressed number gets nothing whatever its
// status is, so it is never called active.
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import { formatMoment } from '../../../../lib/format/format.ts'
import { phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'

export function PhoneStatus({
  row,
}: {
  row: Pick<PhoneRow, 'status' | 'suppressed' | 'snoozed_until' | 'held' | 'weak'>
}) {
  if (row.suppressed) return <Badge tone="danger">{texts.suppressed}</Badge>
  if (row.snoozed_until !== null && row.status === 'active')
    return <Badge tone="warning">{texts.snoozed(formatMoment(row.snoozed_until))}</Badge>
  if (row.held && row.status === 'active') return <Badge tone="warning">{texts.held}</Badge>
  if (row.weak && row.status === 'active') return <Badge tone="warning">{texts.weak}</Badge>
  return row.status === 'active' ? <Badge tone="success">{texts.active}</Badge> : <Badge>{texts.nonactive}</Badge>
}
