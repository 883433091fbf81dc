// The head of a screen: title of tab and page, a note, and its tools.
import type { ReactNode } from 'react'
import { common } from '../../texts/indonesian.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHead } from '../../ui/card.tsx'

type Props = {
  /** The tab's title; also the heading, unless that is given. */
  title: string
  heading?: string
  note?: ReactNode
  /** The end of the heading: the figure that one comes for. */
  answer?: string | undefined
  /** Target of the back link. */
  backTo?: string
  children?: ReactNode
}
export function ScreenHead({ title, heading = title, note, answer, backTo, children }: Props) {
  return (
    <>
      <title>{`${title} · ${common.appName}`}</title>
      <PageHead title={heading} note={note} answer={answer}>
        {backTo === undefined ? children : <BackLink to={backTo} label={common.back} />}
      </PageHead>
    </>
  )
}
