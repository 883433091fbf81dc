// After each change of screen the focus is at its heading: a screen reader says where one is and reads on from there, and Tab goes into the screen.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What stands for the whole screen. */
const SCREEN = 'main, main h1'
/** The screen has put it there itself, or something lies over it. */
const TAKEN = 'main *, [role="dialog"] *, [role="alertdialog"] *'

/** Then nothing takes the focus back that has led here and stands on this screen, too. */
export const isAtScreen = (): boolean => document.activeElement?.matches(SCREEN) ?? false
export const goToHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  const to = heading ?? document.querySelector<HTMLElement>('main')
  to?.focus({ preventScroll: true })
}
/** Until somebody presses something the heading has it, also one that comes with what the screen fetches. */
const holdAtHeading = (): (() => void) => {
  goToHeading()
  const end = new AbortController()
  const watch = new MutationObserver(() => {
    const at = document.activeElement
    if (at === null || at === document.body || at.localName === 'main') goToHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  end.signal.addEventListener('abort', () => watch.disconnect())
  for (const press of ['keydown', 'pointerdown'])
    addEventListener(press, () => end.abort(), { capture: true, signal: end.signal })
  return () => end.abort()
}

/** null: the page has just come, and the browser has put the focus where it belongs. */
let shown: string | null = null
/** Beside a screen inside its Suspense: drawn with it, and not with what stands in its place. */
export function ScreenFocus() {
  const { pathname } = useLocation()
  useEffect(() => {
    const isNew = shown !== null && shown !== pathname
    shown = pathname
    return isNew && !document.activeElement?.matches(TAKEN) ? holdAtHeading() : undefined
  }, [pathname])
  return null
}

/** For `onCloseAutoFocus` of what goes back to its own button. */
export const keepAtScreen = (event: Event): void => {
  if (isAtScreen()) event.preventDefault()
}
