// A badge with a dot in a colour that admins chose. The text keeps the theme's colour, so that it is readable on any theme.
import { Badge } from './badge.tsx'

export function ColorBadge({ color, text }: { color: string; text: string }) {
  return (
    <Badge>
      <span aria-hidden className="size-2.5 rounded-full ring-1 ring-line-strong" style={{ background: color }} />
      {text}
    </Badge>
  )
}
