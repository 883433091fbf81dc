// A home that stands over midnight in Jakarta, or was kept since an earlier day (rule today). Pure.
import type { AdminHome, MemberHome } from '../../../../contract/operation/home.ts'
import { jakartaDay } from '../../../../contract/ground/time.ts'

const NONE = { successCount: 0, failCount: 0 }
const ofNewDay = (home: MemberHome | AdminHome): Partial<MemberHome> | Partial<AdminHome> =>
  'today' in home
    ? { today: NONE, paidToday: 0, yesterday: NONE }
    : {
        todayIncome: 0,
        // of the day before; the next answer, within a minute, has this day's
        forecast: home.forecast === null ? null : 0,
        sentToday: { ...home.sentToday, list: home.sentToday.list.map((account) => ({ ...account, sent: 0 })) },
      }

/** The same home on the day of `now`, of which nothing is known yet: the chart goes on, and all that is said of today begins at 0. */
export const onDay = <Home extends MemberHome | AdminHome>(home: Home, now: number): Home => {
  const [last, day] = [home.days.at(-1), jakartaDay(now)]
  if (!last || last.day >= day) return home
  const days = [...home.days.slice(1), { ...last, day, success: 0, fail: 0, income: 0, withdrawals: 0 }]
  return { ...home, ...ofNewDay(home), days }
}

/** What the day will have brought: null: nobody sends. undefined: what is known is not of now: less than was earned since, or of the day before. */
export const forecastNow = ({
  forecast,
  todayIncome,
}: Pick<MemberHome, 'forecast' | 'todayIncome'>): number | null | undefined =>
  forecast === null ? null : forecast > 0 && forecast >= todayIncome ? forecast : undefined
