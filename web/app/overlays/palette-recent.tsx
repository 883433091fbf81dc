// Of Ctrl+K while nothing is typed: what this person opened last on this device (rule quick-search).
import { Command } from 'cmdk'
import { History } from 'lucide-react'
import { recentOf } from '../../lib/session/recent.ts'
import { useSession } from '../../lib/session/session.ts'
import { paletteTexts } from '../../texts/indonesian.ts'

type Props = { itemClass: string; groupClass: string; onGo: (to: string) => void }

export function PaletteRecent({ itemClass, groupClass, onGo }: Props) {
  const recent = recentOf(useSession()?.user.id ?? '')
  if (recent.length === 0) return null
  return (
    <Command.Group heading={paletteTexts.recent} className={groupClass}>
      {recent.map(({ to, text, more }) => (
        <Command.Item key={to} value={`recent ${to}`} className={itemClass} onSelect={() => onGo(to)}>
          <History aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 truncate">
            {text}
            {more !== '' && <span className="ml-2 text-[13px]">{more}</span>}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
