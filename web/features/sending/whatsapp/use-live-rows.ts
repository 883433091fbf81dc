// The rows of the account list, live (rule newer-only).
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import { useRows } from '../../../lib/lists/use-rows.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { applyEvents, type LiveAccount } from '../../../realtime/apply-event.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { fromServer, whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { notify } from '../../../ui/notify.tsx'
import { sumsOf, whyEnded } from './last-run-words.ts'
import { type News, newsOf } from './news-rules.ts'

/** Somewhere an account came or went: it may belong on this page. */
const changesList = (event: BrowserEvent): boolean => {
  const { moved } = movedIn(event)
  return event.event === 'removed' || moved?.authenticated !== undefined || moved?.removed !== undefined
}

/** A blast that sent nothing is no success: it says why instead. */
const tellEnd = ({ name, lastRun }: Extract<News, { kind: 'finished' }>): void => {
  const shown = name ?? texts.anAccount
  const why = lastRun?.sent === 0 ? whyEnded(lastRun) : null
  if (why === null) notify.success(texts.finished(shown, lastRun ? sumsOf(lastRun) : ''))
  else notify.info(texts.cannotSend(shown, why))
}

/** Rows follow the person's channel; admin and dev, who see everyone's accounts, hear of the rows on their screen. */
export const useLiveRows = (user: SessionUser, shown: readonly { id: string }[]): void => {
  const rows = useRows<LiveAccount>('accounts')
  const rowOf = ({ payload: { deviceId, whatsappId } }: BrowserEvent): LiveAccount | undefined =>
    rows.find((row) => row.clientid === deviceId || row.id === whatsappId)
  const isNew = (event: BrowserEvent): boolean =>
    (event.event === 'authenticated' || event.event === 'connection.update') && !rowOf(event)
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((list) => applyEvents(list, events, Date.now()))
    for (const event of events) {
      const news = newsOf(event, rowOf(event))
      if (news?.kind === 'finished') tellEnd(news)
      if (news?.kind === 'failed') notify.error(fromServer(news.why) || texts.blastError)
    }
    if (events.some((event) => changesList(event) || isNew(event))) rows.refetch()
  }
  const channel = user.role === 'member' ? userClientId(user.id) : ADMIN_CLIENT_ID
  useRealtime(channel, onEvents, { watch: { accounts: shown.map((row) => row.id) } })
}
