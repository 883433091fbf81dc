// Whether a promise was kept: by word and sign, not by colour alone.
import { Check, CircleSlash, TriangleAlert } from 'lucide-react'
import { statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'

/** @param met null: nothing was measured */
export function StateBadge({ met }: { met: boolean | null }) {
  if (met === null)
    return (
      <Badge>
        <CircleSlash aria-hidden className="size-3.5" />
        {texts.unmeasured}
      </Badge>
    )
  return (
    <Badge tone={met ? 'success' : 'danger'}>
      {met ? <Check aria-hidden className="size-3.5" /> : <TriangleAlert aria-hidden className="size-3.5" />}
      {met ? texts.met : texts.missed}
    </Badge>
  )
}
