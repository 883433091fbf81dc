// What a person's accounts have sent today, on the wire. Those at work are asked themselves, because their rows lag behind.
import type { AccountToday } from '../../../contract/operation/home.ts'
import type { Account } from '../../../contract/sending/whatsapp.ts'
import { countsOfDay } from '../blast/rules.ts'
import type { LivePorts } from './live-accounts.ts'
import type { Today } from './today-store.ts'

/** An object that is being moved or is busy must not hold up the rest of the home; its events bring the figure a little later. */
const PATIENCE_MS = 300
const soon = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS))])

type Waiting = Partial<Pick<Account, 'waiting' | 'waitTime' | 'waitReason'>>
const waitOf = (live: Waiting | null, now: number): AccountToday['wait'] => {
  if (!live?.waiting || !live.waitReason || live.waitReason === 'interval') return null
  return { reason: live.waitReason, until: new Date(now + (live.waitTime ?? 0) * 1_000).toISOString() }
}

export const presentToday = ({ now, snapshotOf }: LivePorts, rows: Today['rows']): Promise<AccountToday[]> =>
  Promise.all(
    rows.map(async ({ sent_day: day, sent_today: today, id, nickname, pushname, phonenumber, ...row }) => {
      const live = row.status === 'sending' ? await soon(snapshotOf(id)) : null
      const sent = live?.sent_today ?? countsOfDay({ day, today, yesterday: 0 }, now).today
      const { state, status } = { ...row, ...live }
      return { id, nickname, pushname, phonenumber, sent, state, status, wait: waitOf(live, now) }
    }),
  )
