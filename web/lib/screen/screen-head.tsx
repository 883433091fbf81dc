// The head of a screen: its name in the tab and over the page, what it is about, and what can be done with all of it.
import type { ReactNode } from 'react'
import { common } from '../../texts/indonesian.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHead } from '../../ui/card.tsx'

type Props = {
  /** The tab's name; also the heading, unless there is one that says more. */
  title: string
  heading?: string
  note?: ReactNode
  /** Where the way back leads. */
  backTo?: string
  children?: ReactNode
}
export function ScreenHead({ title, heading = title, note, backTo, children }: Props) {
  return (
    <>
      <title>{`${title} · ${common.appName}`}</title>
      <PageHead title={heading} note={note}>
        {backTo === undefined ? children : <BackLink to={backTo} label={common.back} />}
      </PageHead>
    </>
  )
}
