// Ctrl/Cmd+K: jump to a menu entry or do a small thing.
import { Command, defaultFilter } from 'cmdk'
import { Bot, type LucideIcon, MonitorSmartphone, ShieldCheck, SunMoon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Role, WebRoute } from '../../../contract/people/role-table.ts'
import { toggleTheme } from '../../lib/browser/theme.ts'
import { useBackCloses, useFocusAfter } from '../../lib/browser/use-layer.ts'
import { paletteTexts, shellTexts } from '../../texts/indonesian.ts'
import { linksOf } from '../shell/menu.ts'
import { useMenu } from '../shell/use-menu.ts'
import { PaletteFound } from './palette-found.tsx'
import { scoreBy } from './palette-order.ts'
import { PaletteRecent } from './palette-recent.tsx'

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-ink-2 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text'

const GROUP =
  'p-1.5 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3'

const SCORE = scoreBy((...asked) => defaultFilter(...asked))

type Action = readonly [label: string, to: WebRoute, icon: LucideIcon]
const actionsOf = (role: Role): readonly Action[] =>
  role === 'member'
    ? [[paletteTexts.addWhatsapp, '/whatsapp/create', MonitorSmartphone]]
    : [
        [paletteTexts.addGenerator, '/generator/create', Bot],
        [paletteTexts.addValidator, '/validator/create', ShieldCheck],
      ]

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={GROUP}>
      {children}
    </Command.Group>
  )
}

export default function Palette({ role, onClose }: { role: Role; onClose: () => void }) {
  const navigate = useNavigate()
  useBackCloses(true, onClose)
  useFocusAfter()
  const [typed, setTyped] = useState('')
  const menu = useMenu(role)
  const isAdmin = role === 'admin' || role === 'dev'
  const act = (what: () => void) => () => {
    onClose()
    what()
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label={shellTexts.searchTitle}
      filter={SCORE}
      overlayClassName="fixed inset-0 z-50 animate-fade bg-backdrop"
      contentClassName="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 animate-fade overflow-hidden rounded-2xl border border-line bg-surface shadow-pop"
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={isAdmin ? shellTexts.searchPlaceholderAdmin : shellTexts.searchPlaceholder}
        className="h-14 w-full border-b border-line bg-transparent px-5 text-base text-ink outline-none placeholder:text-ink-3"
      />
      <Command.List label={shellTexts.searchTitle} className="max-h-[55vh] overflow-y-auto pb-1.5">
        <Command.Empty className="px-5 py-8 text-center text-ink-2">{shellTexts.searchEmpty}</Command.Empty>
        {typed === '' && (
          <PaletteRecent itemClass={ITEM} groupClass={GROUP} onGo={(to) => act(() => void navigate(to))()} />
        )}
        <Section heading={shellTexts.searchMenus}>
          {linksOf(menu).map((link) => (
            <Command.Item
              key={link.to}
              value={link.label}
              className={ITEM}
              onSelect={act(() => void navigate(link.to))}
            >
              <link.icon aria-hidden className="size-4.5" />
              {link.label}
            </Command.Item>
          ))}
        </Section>
        {isAdmin && (
          <PaletteFound
            typed={typed}
            itemClass={ITEM}
            groupClass={GROUP}
            onGo={(to) => act(() => void navigate(to))()}
          />
        )}
        <Section heading={shellTexts.searchActions}>
          {actionsOf(role).map(([label, to, Icon]) => (
            <Command.Item key={to} value={label} className={ITEM} onSelect={act(() => void navigate(to))}>
              <Icon aria-hidden className="size-4.5" />
              {label}
            </Command.Item>
          ))}
          <Command.Item value={shellTexts.switchTheme} className={ITEM} onSelect={act(toggleTheme)}>
            <SunMoon aria-hidden className="size-4.5" />
            {shellTexts.switchTheme}
          </Command.Item>
        </Section>
      </Command.List>
    </Command.Dialog>
  )
}
