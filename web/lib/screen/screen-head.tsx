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
  /** Target of the back link. */
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
