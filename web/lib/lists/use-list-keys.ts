// A table by the keyboard: j and k go from row to row, x marks one, Enter opens it, e edits it, d asks whether to delete it, a goes to what
// can be done with it, ? shows these keys. Whoever speaks to their computer, or types by accident, turns the letters off (rule list-keys).
import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ROW_ACT } from '../../ui/row-act.ts'
import { useSession } from '../session/session.ts'

const ROW = 'tr[data-row]'
/** What can be done with a row, in its last cell. */
const ACTS = 'td[data-acts] :is(a[href], button:not(:disabled)):not([hidden])'
const TYPING = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]'
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const NAME = 'list-keys:'
const areOff = (userId: string): boolean => {
  try {
    return localStorage.getItem(`${NAME}${userId}`) === 'off'
  } catch {
    return false
  }
}
const heard = new Set<() => void>()
const onLetters = (hear: () => void): (() => void) => {
  heard.add(hear)
  return () => heard.delete(hear)
}
/** Whether letters do something in this person's lists on this device. */
export const useLetters = () => {
  const userId = useSession()?.user.id ?? ''
  const on = useSyncExternalStore(onLetters, () => !areOff(userId))
  return {
    on,
    toggle: (): void => {
      try {
        if (on) localStorage.setItem(`${NAME}${userId}`, 'off')
        else localStorage.removeItem(`${NAME}${userId}`)
      } catch {
        // Without local storage they stay as they are.
      }
      for (const hear of heard) hear()
    },
  }
}

type Hands = { onHelp: () => void; onSelect: ((index: number) => void) | undefined }

/** @param list the element around the table; without a table in it, as on a phone, no key does anything */
export const useListKeys = (list: RefObject<HTMLElement | null>, { onHelp, onSelect }: Hands): void => {
  const userId = useSession()?.user.id ?? ''
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element | null
    if (target?.closest(TYPING) || document.querySelector(OVER)) return
    // Of two lists on a screen the one with the focus, or the first.
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const now = rows.findIndex((row) => row.contains(document.activeElement))
    const isMine = now >= 0 || (!document.activeElement?.closest(ROW) && document.querySelector(ROW) === rows[0])
    if (rows.length === 0 || !isMine) return
    const row = rows[now]
    const inRow = (what: string): HTMLElement | null => row?.querySelector<HTMLElement>(what) ?? null
    const [toEdit, toRemove, first] = [inRow(`[${ROW_ACT}="edit"]`), inRow(`[${ROW_ACT}="remove"]`), inRow(ACTS)]
    const letters: Record<string, () => void> = {
      j: () => rows[Math.min(now + 1, rows.length - 1)]?.focus(),
      k: () => rows[Math.max(now - 1, 0)]?.focus(),
      '?': onHelp,
      ...(row && onSelect ? { x: () => onSelect(now) } : {}),
      ...(toEdit ? { e: () => toEdit.click() } : {}),
      ...(toRemove ? { d: () => toRemove.click() } : {}),
      ...(first ? { a: () => first.focus() } : {}),
    }
    const act: Record<string, () => void> = {
      ...(areOff(userId) ? {} : letters),
      ...(row && document.activeElement === row ? { Enter: () => open(row) } : {}),
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
