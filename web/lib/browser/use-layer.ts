// Something over the screen: Back closes it, and the focus goes back to where it came from.
import { useEffect, useEffectEvent, useState } from 'react'
import { addLayer } from './history.ts'
import { isAtScreen } from './screen-focus.ts'

/** While it is open the Back button closes it instead of leaving the screen. */
export const useBackCloses = (isOpen: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useEffect(() => (isOpen ? addLayer(onBack) : undefined), [isOpen])
}

/** A menu's entry is gone once the menu is closed: its button stands for it. */
const lasting = (element: Element | null): HTMLElement | null => {
  const menu = element?.closest('[role="menu"]')
  const stays = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return stays instanceof HTMLElement && stays !== document.body ? stays : null
}
/** A menu that has just closed leaves the focus nowhere for a moment: what had it last stands for it. */
let last: HTMLElement | null = null
addEventListener('focusin', ({ target }) => {
  last = lasting(target as Element)
})

/** For `onCloseAutoFocus`: back to what had the focus when this was opened; if that is gone, to the screen itself. */
export const useFocusReturn = () => {
  const [opener] = useState(() => lasting(document.activeElement) ?? last)
  return (event: Event): void => {
    event.preventDefault()
    if (isAtScreen()) return
    const to = opener?.isConnected ? opener : document.getElementById('isi')
    to?.focus({ preventScroll: to.id === 'isi' })
  }
}

/** The same for a window that takes no `onCloseAutoFocus`: after it has gone. */
export const useFocusAfter = (): void => {
  const giveBack = useEffectEvent(useFocusReturn())
  useEffect(
    () => () => {
      // The window's own code lets go of the focus after its effects.
      setTimeout(() => giveBack(new Event('close')))
    },
    [],
  )
}
