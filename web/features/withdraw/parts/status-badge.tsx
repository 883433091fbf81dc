import type { WithdrawItem } from '../../../../contract/withdraw.ts'
import { withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

const TONES: Record<WithdrawItem['status'], Tone> = { requested: 'warning', accepted: 'success', rejected: 'danger' }

export function StatusBadge({ status }: { status: WithdrawItem['status'] }) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
