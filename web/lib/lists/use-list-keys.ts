// A table by the keyboard: j and k go from row to row, x marks one, Enter opens it, ? shows these keys.
import { type RefObject, useEffect, useEffectEvent } from 'react'

const ROW = 'tr[data-row]'
const TYPING = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]'
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

type Hands = { onHelp: () => void; onSelect: ((index: number) => void) | undefined }

/** @param list the element around the table; without a table in it, as on a phone, no key does anything */
export const useListKeys = (list: RefObject<HTMLElement | null>, { onHelp, onSelect }: Hands): void => {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element | null
    if (target?.closest(TYPING) || document.querySelector(OVER)) return
    // Of two lists on a screen the one with the focus, or the first.
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const now = rows.findIndex((row) => row.contains(document.activeElement))
    const isMine = now >= 0 || (!document.activeElement?.closest(ROW) && document.querySelector(ROW) === rows[0])
    if (rows.length === 0 || !isMine) return
    const act: Record<string, () => void> = {
      j: () => rows[Math.min(now + 1, rows.length - 1)]?.focus(),
      k: () => rows[Math.max(now - 1, 0)]?.focus(),
      '?': onHelp,
      ...(now >= 0 && onSelect ? { x: () => onSelect(now) } : {}),
      ...(now >= 0 && document.activeElement === rows[now] ? { Enter: () => open(rows[now]) } : {}),
    }
    const run = act[event.key]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** What a press on the row does, or its first link, or its first button. */
const open = (row: HTMLElement | undefined): void => {
  const inside = row?.querySelector<HTMLElement>('a[href]:not([target]), button[aria-expanded]')
  inside?.click()
}
