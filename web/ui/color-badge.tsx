// A badge with a dot in a colour that people chose; the text stays in ours, so that it can be read on any theme.
import { Badge } from './badge.tsx'

export function ColorBadge({ color, text }: { color: string; text: string }) {
  return (
    <Badge>
      <span aria-hidden className="size-2.5 rounded-full ring-1 ring-line-strong" style={{ background: color }} />
      {text}
    </Badge>
  )
}
