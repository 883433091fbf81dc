// A row that was handled leaves its list, and its button with it. The focus then goes to the row that takes its place, so that whoever has no mouse
// goes on with the next one, and a screen reader reads on from there; where no row is left, to the screen's heading.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { goToHeading } from '../browser/screen-focus.ts'

const ROW = 'tr[data-row], li[data-row]'
const rowsOf = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])]

/** Looks after each rendering of whoever shows the list. */
export const useKeptFocus = (list: RefObject<HTMLElement | null>): void => {
  /** What has the focus, and in which row from the top; null: nothing of this list. */
  const held = useRef<{ element: Element; row: number } | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const element = target as Element
      const row = rowsOf(list.current).findIndex((one) => one.contains(element))
      held.current = row < 0 ? null : { element, row }
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [list])
  useLayoutEffect(() => {
    const gone = held.current
    if (gone === null || gone.element.isConnected || document.activeElement !== document.body) return
    const left = rowsOf(list.current)
    const next = left[Math.min(gone.row, left.length - 1)]
    if (next) next.focus({ preventScroll: true })
    else goToHeading()
  })
}
