// The page takes the place of what the document showed before its script had come (index.html): nothing that was typed or pressed
// meanwhile is lost.
import { useLayoutEffect } from 'react'

const CONTROLS = ':is(a, input, button)'
const keyOf = (one: Element): string =>
  `${one.tagName} ${one.getAttribute('name') ?? one.getAttribute('aria-label') ?? one.textContent}`

const takeOver = (): void => {
  const drawn = document.getElementById('drawn')
  if (!drawn) return
  const old = drawn.querySelector('form')
  const form = document.querySelector<HTMLFormElement>('#root form')
  const had = document.activeElement
  // What is held down at this moment would never be clicked: the pointer goes up over another element.
  const held = [...drawn.querySelectorAll<HTMLElement>(':active')]
  delete document.documentElement.dataset['drawn']
  const now = [...document.querySelectorAll<HTMLElement>(`#root ${CONTROLS}`)]
  const pressed: HTMLElement[] = []
  for (const from of drawn.querySelectorAll<HTMLElement>(`[data-for="signin"] ${CONTROLS}`)) {
    const to = now.find((one) => keyOf(one) === keyOf(from))
    if (!to) continue
    if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.value = from.value
    if (from === had) to.focus()
    if (from.dataset['pressed'] !== undefined || held.includes(from)) pressed.push(to)
  }
  drawn.remove()
  // For the web benchmark: from now on the page answers.
  performance.mark('taken-over')
  // theme.js has marked what was pressed.
  for (const button of pressed) button.click()
  if (old?.dataset['pressed'] !== undefined) form?.requestSubmit()
}

/** Beside a screen inside its Suspense: drawn with it, and not with what stands in its place. */
export function TakeOver() {
  useLayoutEffect(takeOver, [])
  return null
}
