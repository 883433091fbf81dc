// Says of a person that they are paused or closed; of an active one nothing.
import type { User } from '../../../../../contract/people/users.ts'
import { personTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'

export function PersonStatusBadge({ status }: Pick<User, 'status'>) {
  if (status === 'active') return null
  return <Badge tone={status === 'paused' ? 'warning' : 'danger'}>{texts.statuses[status]}</Badge>
}
