// A question over whatever is open, in a root of its own: who asks waits for the one answer.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

export const answerTo = <A>(draw: (onDone: (answer: A) => void) => ReactNode): Promise<A> =>
  new Promise((answer) => {
    const host = document.createElement('div')
    document.body.append(host)
    const root = createRoot(host)
    const onDone = (given: A): void => {
      answer(given)
      // after the window has given the focus back
      setTimeout(() => {
        root.unmount()
        host.remove()
      })
    }
    root.render(draw(onDone))
  })
