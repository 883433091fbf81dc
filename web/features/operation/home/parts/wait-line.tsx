// For what an account waits and until when, loaded where one does.
import type { AccountToday } from '../../../../../contract/operation/home.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { formatWhen } from '../../../../lib/format/format.ts'
import { isLongWait, waitsUntil } from '../../../../lib/format/wait-text.ts'

/** Nothing where a newer server waits for a reason that this page does not know (rule newer-words). */
export default function WaitLine({ wait: { reason, until } }: { wait: NonNullable<AccountToday['wait']> }) {
  return isLongWait(reason) ? (waitsUntil[reason]?.(formatWhen(until, serverNow())) ?? null) : null
}
