// A sentence as the specification fixes it, with its Indonesian beside it where it is English. Everything else stays as it is.
import type { ReactNode } from 'react'
import { besideTexts } from '../texts/indonesian.ts'

export function Said({ children }: { children: ReactNode }) {
  const beside = typeof children === 'string' ? besideTexts.of(children) : undefined
  if (beside === undefined) return children
  return (
    <>
      <span lang="en">{children}</span> <span>{beside}</span>
    </>
  )
}
