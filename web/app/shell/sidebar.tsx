// 290 / 90 px sidebar. Hovering widens a narrow one; on small screens it is an overlay.
import { ChevronDown, ExternalLink, LifeBuoy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useBackCloses } from '../../lib/browser/use-layer.ts'
import { common, shellTexts } from '../../texts/indonesian.ts'
import { classNames } from '../../ui/class-names.ts'
import { Logo } from './logo.tsx'
import type { SessionUser } from '../../lib/session/session.ts'
import { isOpen, type MenuEntry, type MenuGroup, type MenuLink, type MenuSection } from './menu.ts'
import type { SidebarState } from './sidebar-state.ts'
import { type Badge, useBadges } from './use-badges.ts'
import { useMenu } from './use-menu.ts'

const itemClass = (active: boolean, wide: boolean): string =>
  classNames(
    'flex min-h-10 w-full items-center gap-3 rounded-lg transition-colors',
    wide ? 'px-3' : 'justify-center px-0',
    active ? 'bg-accent-soft font-semibold text-accent-text' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  )

function Label({ wide, children }: { wide: boolean; children: ReactNode }) {
  return <span className={wide ? 'min-w-0 flex-1 truncate text-left' : 'sr-only'}>{children}</span>
}

/** Beside the link and not in it: the link's name stays that of its screen. */
function Waiting({ badge, id, wide }: { badge: Badge; id: string; wide: boolean }) {
  return (
    <span
      className={classNames(
        'pointer-events-none absolute grid place-items-center rounded-full bg-warning-soft font-semibold text-warning-text',
        wide ? 'top-1/2 right-3 h-6 min-w-6 -translate-y-1/2 px-1.5 text-xs' : 'top-1 right-2 h-5 min-w-5 px-1 text-xs',
      )}
    >
      <span aria-hidden>{badge.count > 99 ? '99+' : badge.count}</span>
      <span id={id} className="sr-only">
        {badge.text}
      </span>
    </span>
  )
}

type ItemProps = { link: MenuLink; wide: boolean; nested?: boolean; badge?: Badge | undefined; onGo: () => void }
function Item({ link, wide, nested, badge, onGo }: ItemProps) {
  const active = isOpen(link.to, useLocation().pathname)
  const Icon = link.icon
  const id = useId()
  const waits = badge !== undefined && badge.count > 0
  return (
    <li className="relative">
      <Link
        to={link.to}
        onClick={onGo}
        aria-current={active ? 'page' : undefined}
        aria-describedby={waits ? id : undefined}
        className={classNames(itemClass(active, wide), waits && wide && 'pr-12')}
        title={wide ? undefined : link.label}
      >
        {nested ? <span aria-hidden className="w-5" /> : <Icon aria-hidden className="size-5 shrink-0" />}
        <Label wide={wide}>{link.label}</Label>
      </Link>
      {waits && <Waiting badge={badge} id={id} wide={wide} />}
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

type Badges = ReturnType<typeof useBadges>
type EntryProps = { entry: MenuEntry; badges: Badges; state: SidebarState }
function Entry({ entry, badges, state }: EntryProps) {
  if ('children' in entry) return <Group group={entry} state={state} />
  return <Item link={entry} wide={state.wide} badge={badges[entry.to]} onGo={state.closeMobile} />
}

function Section({ section, badges, state }: { section: MenuSection; badges: Badges; state: SidebarState }) {
  const id = useId()
  const { heading, entries } = section
  return (
    <>
      {heading !== null && (
        <p
          id={id}
          className={classNames(
            'mt-4 mb-1 text-xs font-semibold tracking-wide text-ink-3',
            state.wide ? 'px-3' : 'mx-3 h-4 overflow-hidden border-t border-line text-transparent',
          )}
        >
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading === null ? undefined : id} className="flex flex-col gap-1">
        {entries.map((entry) => (
          <Entry key={entry.label} entry={entry} badges={badges} state={state} />
        ))}
      </ul>
    </>
  )
}

type Props = { state: SidebarState; user: SessionUser; supportUrl: string }

export function Sidebar({ state, user, supportUrl }: Props) {
  const { desktop, mobileOpen, wide, closeMobile } = state
  const aside = useRef<HTMLElement>(null)
  const hidden = !desktop && !mobileOpen
  const menu = useMenu(user.role)
  const badges = useBadges(user)
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
          {menu.map((section) => (
            <Section key={section.heading} section={section} badges={badges} state={state} />
          ))}
          {user.role === 'member' && supportUrl !== '' && (
            <ul className="mt-1">
              <li>
                <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={itemClass(false, wide)}>
                  <LifeBuoy aria-hidden className="size-5 shrink-0" />
                  <Label wide={wide}>{shellTexts.entries.support}</Label>
                  {wide && <ExternalLink aria-hidden className="size-4 text-ink-3" />}
                </a>
              </li>
            </ul>
          )}
        </nav>
      </aside>
    </>
  )
}
