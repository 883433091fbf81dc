// What a person's accounts have sent today, on the wire. Those at work are asked themselves, because their rows lag behind.
import type { MemberHome } from '../../contract/home.ts'
import { countsOfDay } from '../blast/rules.ts'
import type { LivePorts } from './live-accounts.ts'
import type { todayOf } from './today-store.ts'

type Rows = Awaited<ReturnType<typeof todayOf>>['rows']

export const presentToday = ({ now, snapshotOf }: LivePorts, rows: Rows): Promise<MemberHome['sentToday']['list']> =>
  Promise.all(
    rows.map(async ({ status, sent_day: day, sent_today: today, id, nickname, pushname, phonenumber }) => {
      const live = status === 'sending' ? await snapshotOf(id) : null
      const sent = live?.sent_today ?? countsOfDay({ day, today, yesterday: 0 }, now).today
      return { id, nickname, pushname, phonenumber, sent }
    }),
  )
