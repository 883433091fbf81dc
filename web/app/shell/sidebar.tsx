// 290 / 90 px sidebar. Hovering widens a narrow one; on small screens it is an overlay.
import { ChevronDown, ExternalLink, LifeBuoy } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '../../../contract/role-table.ts'
import { useBackCloses } from '../../lib/browser/use-layer.ts'
import { common, shellTexts } from '../../texts/indonesian.ts'
import { classNames } from '../../ui/class-names.ts'
import { Logo } from './logo.tsx'
import { isOpen, type MenuEntry, type MenuGroup, type MenuLink } from './menu.ts'
import type { SidebarState } from './sidebar-state.ts'
import { useMenu } from './use-menu.ts'

const itemClass = (active: boolean, wide: boolean): string =>
  classNames(
    'flex min-h-11 w-full items-center gap-3 rounded-lg font-medium transition-colors',
    wide ? 'px-3' : 'justify-center px-0',
    active ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  )

function Label({ wide, children }: { wide: boolean; children: ReactNode }) {
  return <span className={wide ? 'min-w-0 flex-1 truncate text-left' : 'sr-only'}>{children}</span>
}

function Item({ link, wide, nested, onGo }: { link: MenuLink; wide: boolean; nested?: boolean; onGo: () => void }) {
  const active = isOpen(link.to, useLocation().pathname)
  const Icon = link.icon
  return (
    <li>
      <Link
        to={link.to}
        onClick={onGo}
        aria-current={active ? 'page' : undefined}
        className={itemClass(active, wide)}
        title={wide ? undefined : link.label}
      >
        {nested ? <span aria-hidden className="w-5" /> : <Icon aria-hidden className="size-5 shrink-0" />}
        <Label wide={wide}>{link.label}</Label>
      </Link>
    </li>
  )
}

function Group({ group, state }: { group: MenuGroup; state: SidebarState }) {
  const { pathname } = useLocation()
  const open = state.openSubmenu === group.label
  const active = group.children.some((link) => isOpen(link.to, pathname))
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => state.toggleSubmenu(group.label)}
        className={itemClass(active, state.wide)}
      >
        <group.icon aria-hidden className="size-5 shrink-0" />
        <Label wide={state.wide}>{group.label}</Label>
        {state.wide && (
          <ChevronDown aria-hidden className={classNames('size-4 transition-transform', open && 'rotate-180')} />
        )}
      </button>
      {open && state.wide && (
        <ul className="mt-1 flex flex-col gap-1">
          {group.children.map((link) => (
            <Item key={link.to} link={link} wide nested onGo={state.closeMobile} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Entry({ entry, state }: { entry: MenuEntry; state: SidebarState }) {
  if ('children' in entry) return <Group group={entry} state={state} />
  return <Item link={entry} wide={state.wide} onGo={state.closeMobile} />
}

type Props = { state: SidebarState; role: Role; supportUrl: string }

export function Sidebar({ state, role, supportUrl }: Props) {
  const { desktop, mobileOpen, wide, closeMobile } = state
  const aside = useRef<HTMLElement>(null)
  const hidden = !desktop && !mobileOpen
  const menu = useMenu(role)
  const { pathname } = useLocation()

  // Scrolls a long menu to the open entry.
  useEffect(() => {
    if (!hidden) aside.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [hidden, pathname])

  useBackCloses(!desktop && mobileOpen, closeMobile)
  useEffect(() => {
    if (desktop || !mobileOpen) return undefined
    const before = document.activeElement
    aside.current?.querySelector<HTMLElement>('a')?.focus()
    const onKey = (event: KeyboardEvent): void => {
      // What lies over the menu, as the palette, has taken the key already.
      if (event.key === 'Escape' && !event.defaultPrevented) closeMobile()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
    // closeMobile only sets state, so an older one does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [desktop, mobileOpen])

  return (
    <>
      {mobileOpen && (
        <button
          type="button"
          aria-label={shellTexts.closeSidebar}
          onClick={closeMobile}
          className="fixed inset-0 z-30 animate-fade bg-backdrop lg:hidden"
        />
      )}
      <aside
        ref={aside}
        inert={hidden}
        onMouseEnter={() => state.setHovered(true)}
        onMouseLeave={() => state.setHovered(false)}
        className={classNames(
          'fixed inset-y-0 left-0 z-40 flex w-(--sidebar-wide) max-w-[85vw] flex-col border-r border-line bg-surface transition-[width,translate,box-shadow] duration-200',
          hidden && 'max-lg:-translate-x-full',
          wide ? 'lg:w-(--sidebar-wide)' : 'lg:w-(--sidebar-narrow)',
          desktop && wide && !state.expanded && 'shadow-pop',
        )}
      >
        <Link
          to="/"
          onClick={closeMobile}
          aria-label={`${common.appName}, ${shellTexts.home}`}
          className={classNames('flex h-(--header-height) shrink-0 items-center', wide ? 'px-6' : 'justify-center')}
        >
          <Logo wide={wide} />
        </Link>
        <nav aria-label={shellTexts.menu} className="flex-1 overflow-x-hidden overflow-y-auto px-4 py-3">
          <ul className="flex flex-col gap-1">
            {menu.map((entry) => (
              <Entry key={entry.label} entry={entry} state={state} />
            ))}
            {role === 'member' && supportUrl !== '' && (
              <li>
                <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={itemClass(false, wide)}>
                  <LifeBuoy aria-hidden className="size-5 shrink-0" />
                  <Label wide={wide}>{shellTexts.entries.support}</Label>
                  {wide && <ExternalLink aria-hidden className="size-4 text-ink-3" />}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </aside>
    </>
  )
}
