// A sentence as the specification fixes it, with its Indonesian beside it where it is English. Everything else stays as it is.
import { type ReactNode, Suspense } from 'react'
import { part } from './part.tsx'

const Beside = part(() => import('./beside.tsx'))
/** How they begin; what else begins so has nothing beside it. */
const MAY_BE_ENGLISH =
  /^(?:Email|Error|Failed|First|Internal|Invalid|Last|Network|No|Passwords?|Please|Request|Validate|You) /

/** What stands beside it; null: nothing does. */
export const besideOf = (said: ReactNode): ReactNode =>
  typeof said === 'string' && MAY_BE_ENGLISH.test(said) ? (
    <Suspense fallback={null}>
      <Beside said={said} />
    </Suspense>
  ) : null

export function Said({ children }: { children: ReactNode }) {
  const beside = besideOf(children)
  if (beside === null) return children
  return (
    <>
      <span>{children}</span> {beside}
    </>
  )
}
