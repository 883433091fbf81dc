// The sidebar's state: expanded by default; below 1024 px it is an overlay and its open flag clears when the
// window widens; one submenu at a time.
import { useState } from 'react'
import { FROM_DESKTOP, useMedia } from '../../lib/browser/use-media.ts'

export const useSidebar = () => {
  const desktop = useMedia(FROM_DESKTOP)
  const [expanded, setExpanded] = useState(true)
  const [mobileOpen, setMobileOpen] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [openSubmenu, setOpenSubmenu] = useState<string | null>(null)
  if (desktop && mobileOpen) setMobileOpen(false)
  return {
    desktop,
    expanded,
    mobileOpen,
    /** The sidebar shows labels beside its icons. */
    wide: !desktop || expanded || hovered,
    openSubmenu,
    toggle: () => (desktop ? setExpanded(!expanded) : setMobileOpen(!mobileOpen)),
    closeMobile: () => setMobileOpen(false),
    setHovered,
    toggleSubmenu: (name: string) => setOpenSubmenu(openSubmenu === name ? null : name),
  }
}
export type SidebarState = ReturnType<typeof useSidebar>
