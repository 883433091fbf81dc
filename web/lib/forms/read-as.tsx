// What another person will read, beside the field in which it is typed.
import type { ReactNode } from 'react'
import { serverNow } from '../api/server-clock.ts'
import { formatSince } from '../format/format.ts'
import { useSession } from '../session/session.ts'

export type Reading = {
  /** Who reads it, as a heading. */
  who: string
  text: (typed: string) => string
}
/** @param typed what stands in the field; empty: its place in the text is left open */
export function ReadAs({ who, text, typed }: Reading & { typed: string }): ReactNode {
  return (
    <figure className="flex flex-col gap-1 rounded-xl border border-line bg-surface-2 px-3 py-2">
      <figcaption className="text-xs text-ink-2">{who}</figcaption>
      <p className="text-[13px] break-words whitespace-pre-wrap">{text(typed.trim() || '…')}</p>
    </figure>
  )
}

/** By whom and since when something is that the reader of this page is about to do. */
export const useMine = (): { by: string; since: string } => {
  const me = useSession()?.user
  return {
    by: `${me?.firstname ?? ''} ${me?.lastname ?? ''}`.trim(),
    since: formatSince(new Date(serverNow()).toISOString()),
  }
}
