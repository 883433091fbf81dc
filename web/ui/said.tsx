// A sentence as the specification fixes it, with its Indonesian beside it where it is English. Everything else stays as it is.
import { type ReactNode, Suspense } from 'react'
import { part } from './part.tsx'

const Beside = part(() => import('./beside.tsx'))
/** How they begin; what else begins so has nothing beside it. */
const MAY_BE_ENGLISH =
  /^(?:Email|Error|Failed|First|Internal|Invalid|Last|Network|Passwords?|Please|Request|Validate|You) /

export function Said({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !MAY_BE_ENGLISH.test(children)) return children
  return (
    <>
      <span>{children}</span>{' '}
      <Suspense fallback={null}>
        <Beside said={children} />
      </Suspense>
    </>
  )
}
