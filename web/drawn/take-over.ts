// The page takes the place of what the document showed before its script had come (plugin.ts): nothing that was typed or pressed
// meanwhile is lost.
import { useLayoutEffect } from 'react'

const takeOver = (): void => {
  const drawn = document.getElementById('drawn')
  if (!drawn) return
  const old = drawn.querySelector('form')
  const form = document.querySelector<HTMLFormElement>('#root form')
  const had = document.activeElement
  delete document.documentElement.dataset['drawn']
  const typed = old?.querySelectorAll('input') ?? []
  for (const from of typed) {
    const to = form?.elements.namedItem(from.name)
    if (!(to instanceof HTMLInputElement)) continue
    to.value = from.value
    if (from === had) to.focus()
  }
  drawn.remove()
  // For the web benchmark: from now on the page answers.
  performance.mark('taken-over')
  // theme.js has marked what was pressed.
  if (old?.dataset['pressed'] !== undefined) form?.requestSubmit()
}

/** Beside a screen inside its Suspense: drawn with it, and not with what stands in its place. */
export function TakeOver() {
  useLayoutEffect(takeOver, [])
  return null
}
