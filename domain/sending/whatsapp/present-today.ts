// What a person's accounts have sent today, on the wire. Those at work are asked themselves, because their rows lag behind.
import type { MemberHome } from '../../../contract/operation/home.ts'
import { countsOfDay } from '../blast/rules.ts'
import type { LivePorts } from './live-accounts.ts'
import type { todayOf } from './today-store.ts'

/** An object that is being moved or is busy must not hold up the rest of the home; its events bring the figure a little later. */
const PATIENCE_MS = 300
const soon = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS))])

type Rows = Awaited<ReturnType<typeof todayOf>>['rows']

export const presentToday = ({ now, snapshotOf }: LivePorts, rows: Rows): Promise<MemberHome['sentToday']['list']> =>
  Promise.all(
    rows.map(async ({ status, sent_day: day, sent_today: today, id, nickname, pushname, phonenumber }) => {
      const live = status === 'sending' ? await soon(snapshotOf(id)) : null
      const sent = live?.sent_today ?? countsOfDay({ day, today, yesterday: 0 }, now).today
      return { id, nickname, pushname, phonenumber, sent }
    }),
  )
