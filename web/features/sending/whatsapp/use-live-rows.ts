// The rows of the account list, live (rule newer-only).
import { useEffect, useRef, useState } from 'react'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import { useRows } from '../../../lib/lists/use-rows.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { applyEvents, type LiveAccount } from '../../../realtime/apply-event.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { notify } from '../../../ui/notify.tsx'
import { type News, newsOf } from './news-rules.ts'
import { toldAtOnce } from './news-words.ts'

/** After one press for many accounts their answers come within a moment: they are told together. */
const GATHER_MS = 1_000

/** Somewhere an account came or went: it may belong on this page. */
const changesList = (event: BrowserEvent): boolean => {
  const { moved } = movedIn(event)
  return event.event === 'removed' || moved?.authenticated !== undefined || moved?.removed !== undefined
}

/** One message for all that comes within GATHER_MS of the first. */
const useTelling = (): ((news: News) => void) => {
  const [heard] = useState<News[]>(() => [])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = (): void => {
    timer.current = undefined
    const told = toldAtOnce(heard.splice(0))
    if (told) notify[told.tone](told.text)
  }
  // what was heard is told also where the page is left meanwhile
  const last = useRef(tell)
  useEffect(() => {
    last.current = tell
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      last.current()
    },
    [],
  )
  return (news) => {
    heard.push(news)
    timer.current ??= setTimeout(tell, GATHER_MS)
  }
}

/** Rows follow the person's channel; admin and dev, who see everyone's accounts, hear of the rows on their screen. */
export const useLiveRows = (user: SessionUser, shown: readonly { id: string }[]): void => {
  const rows = useRows<LiveAccount>('accounts')
  const hear = useTelling()
  const rowOf = ({ payload: { deviceId, whatsappId } }: BrowserEvent): LiveAccount | undefined =>
    rows.find((row) => row.clientid === deviceId || row.id === whatsappId)
  const isNew = (event: BrowserEvent): boolean =>
    (event.event === 'authenticated' || event.event === 'connection.update') && !rowOf(event)
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((list) => applyEvents(list, events, Date.now()))
    for (const event of events) {
      const news = newsOf(event, rowOf(event))
      if (news) hear(news)
    }
    if (events.some((event) => changesList(event) || isNew(event))) rows.refetch()
  }
  const channel = user.role === 'member' ? userClientId(user.id) : ADMIN_CLIENT_ID
  useRealtime(channel, onEvents, { watch: { accounts: shown.map((row) => row.id) } })
}
