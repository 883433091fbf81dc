// The bar over every signed-in screen.
import { Menu as MenuIcon, Moon, Search, Sun, WifiOff } from 'lucide-react'
import type { SessionUser } from '../../lib/session/session.ts'
import { toggleTheme, useDark } from '../../lib/browser/theme.ts'
import { useRealtimeDown } from '../../realtime/use-realtime.ts'
import { shellTexts } from '../../texts/indonesian.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Bell } from './bell.tsx'
import type { SidebarState } from './sidebar-state.ts'
import { LineStrip } from './line-strip.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { user: SessionUser; sidebar: SidebarState; onSearch: () => void; onSearchNear: () => void }

export function Header({ user, sidebar, onSearch, onSearchNear }: Props) {
  const dark = useDark()
  const down = useRealtimeDown()
  const sidebarLabel = sidebar.desktop
    ? sidebar.expanded
      ? shellTexts.collapseSidebar
      : shellTexts.expandSidebar
    : shellTexts.openSidebar
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface/95 backdrop-blur">
      <div className="flex h-(--header-height) items-center gap-2 px-3 sm:px-5">
        <Button variant="ghost" size="icon" aria-label={sidebarLabel} onClick={sidebar.toggle}>
          <MenuIcon aria-hidden className="size-5" />
        </Button>
        <button
          type="button"
          onClick={onSearch}
          onPointerEnter={onSearchNear}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex min-h-10 items-center gap-2.5 rounded-lg px-2.5 text-ink-3 hover:bg-surface-2 sm:w-72 sm:border sm:border-line"
        >
          <Search aria-hidden className="size-5 sm:size-4" />
          <span className="flex-1 text-left max-sm:sr-only">{shellTexts.search}</span>
          <kbd className="hidden rounded border border-line px-1.5 py-0.5 font-sans text-xs sm:block">Ctrl K</kbd>
        </button>
        <div className="ml-auto flex items-center gap-1.5">
          <span role="status" aria-live="polite">
            {down && (
              <span title={shellTexts.downTitle}>
                <Badge tone="warning">
                  <WifiOff aria-hidden className="size-3.5" />
                  {shellTexts.down}
                </Badge>
              </span>
            )}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={dark ? shellTexts.toLight : shellTexts.toDark}
            onClick={toggleTheme}
          >
            {dark ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
          </Button>
          <Bell user={user} />
          <UserMenu user={user} />
        </div>
      </div>
      <LineStrip />
    </header>
  )
}
