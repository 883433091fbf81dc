// The two dashboards. Each is one call and one D1 batch (decision record 0030).
import { DAY_MS, HOUR_MS, jakartaDay, jakartaMidnight } from '../../../contract/ground/time.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { HOME_DAYS } from '../../../contract/ground/ranges.ts'
import { dailyCapOf } from '../../../domain/sending/blast/rules.ts'
import { balanceOf } from '../../../domain/money/ledger/store.ts'
import { levelAndEarningOf } from '../../../domain/people/levels/store.ts'
import { activeMembers } from '../../../domain/people/users/store.ts'
import { blastCounts, phonePage } from '../../../domain/recipients/phone-numbers/list-store.ts'
import { proxyUse } from '../../../domain/sending/proxies/store.ts'
import { readPause } from '../../../domain/sending/sending-pause/store.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { sentIn } from '../../../domain/ground/metrics/store.ts'
import { firstOfMonth, monthsOf, sameDayBefore } from '../../../domain/money/stats/rules.ts'
import { readDays } from '../../../domain/money/stats/read-days.ts'
import { EVERYBODY, figuresOfAll, figuresOfDay, lifetimeOf } from '../../../domain/money/stats/store.ts'
import { optOutsSince } from '../../../domain/recipients/suppressions/list-store.ts'
import { templatePage } from '../../../domain/sending/templates/store.ts'
import { owedToAll, paidByDay, paidInAll, paidOnDay, transfersOf } from '../../../domain/money/withdraw/paid-store.ts'
import { withdrawPage } from '../../../domain/money/withdraw/store.ts'
import { type TroubledRow, troubledOf } from '../../../domain/sending/whatsapp/troubled-store.ts'
import { presentToday } from '../../../domain/sending/whatsapp/present-today.ts'
import { forecastOf, sentOf } from '../../../domain/sending/whatsapp/forecast-rules.ts'
import { todayOf } from '../../../domain/sending/whatsapp/today-store.ts'
import { door, routes } from '../../http/door.ts'
import { livePorts } from '../../ports.ts'

export const homeRoutes = routes()
const FIRST = { page: 1, limit: 1 }
const NONE = { success: 0, fail: 0 }
const allOf = ({ success, fail } = NONE): number => success + fail
const blasts = ({ success, fail }: { success: number; fail: number }) => ({ successCount: success, failCount: fail })
const presentTroubled = ({
  id,
  nickname,
  pushname,
  phonenumber,
  state,
  suspended_count,
  restricted_until,
}: TroubledRow) => ({
  id,
  nickname,
  pushname,
  phonenumber,
  state,
  suspended_count,
  restricted_until: restricted_until === null ? null : new Date(restricted_until).toISOString(),
})

door(homeRoutes, 'GET /admin/home', async ({ db, now }) => {
  const day = jakartaDay(now)
  const from = jakartaMidnight(now) - (HOME_DAYS - 1) * DAY_MS
  const then = now - DAY_MS
  const times = [
    { from: jakartaMidnight(then), to: then },
    { from: now - HOUR_MS, to: now },
    { from: then - HOUR_MS, to: then },
  ]
  const [
    days,
    proxies,
    phones,
    numbers,
    templates,
    members,
    today,
    total,
    paidToday,
    paid,
    owed,
    months,
    sent,
    optOuts,
  ] = await Promise.all([
    readDays(db, null, HOME_DAYS, now),
    proxyUse(db),
    blastCounts(db),
    phonePage(db, FIRST),
    templatePage(db, FIRST),
    activeMembers(db),
    figuresOfDay(db, EVERYBODY, day),
    figuresOfAll(db, EVERYBODY),
    paidOnDay(db, day),
    paidInAll(db),
    owedToAll(db),
    paidByDay(db, null, firstOfMonth(sameDayBefore(day))),
    sentIn(db, times),
    optOutsSince(db, from),
  ])
  return {
    whatsapp: { connectedCount: days.connectedCount, disconnectedCount: days.disconnectedCount },
    proxies,
    phones: { ...phones, total: numbers.total },
    templates: templates.total,
    activeMembers: members,
    today: blasts(today),
    total: blasts(total),
    paidToday,
    paidInAll: paid,
    owed,
    paidMonth: monthsOf(months, day),
    yesterday: blasts(sent[0] ?? NONE),
    pace: { now: allOf(sent[1]), before: allOf(sent[2]) },
    optOuts,
    days: days.list,
  }
})

door(homeRoutes, 'GET /admin/home/:userId', async ({ db, userId, now, effects }) => {
  const [days, life, today, balance, settings, withdraws, leveled, troubled, sending, transfers, pause, phones] =
    await Promise.all([
      readDays(db, userId, HOME_DAYS, now),
      lifetimeOf(db, userId),
      figuresOfDay(db, userId, jakartaDay(now)),
      balanceOf(db, userId),
      readSettings(db),
      withdrawPage(db, { ...FIRST, userId }),
      levelAndEarningOf(db, userId),
      troubledOf(db, userId),
      todayOf(db, userId, jakartaDay(now)),
      transfersOf(db, userId),
      readPause(db),
      blastCounts(db),
    ])
  if (!life || !leveled) throw new Refusal('not_found')
  const { level, earning } = leveled
  const cap = dailyCapOf(settings)
  const { atWork, sentByThem: stored, interval } = sending
  const list = await presentToday(livePorts((await effects()).env, now), sending.rows)
  const live = list.reduce((all, { status, sent }) => (status === 'sending' ? all + sent : all), 0)
  const pace = {
    atWork: pause.paused ? 0 : atWork,
    sentByThem: sentOf({ stored, live, settled: allOf(today) }),
    cap,
    recipients: phones.blasted + phones.unBlasted,
    interval: { ...interval, floor: settings.interval_floor },
    window: { start: settings.send_window_start, end: settings.send_window_end },
    today,
    lifetime: life,
    earned: senToRupiah(today.incomeSen),
    fee: earning.blast_fee,
  }
  return {
    whatsapp: { connectedCount: days.connectedCount, disconnectedCount: days.disconnectedCount },
    total: blasts(life),
    todayIncome: senToRupiah(today.incomeSen),
    balance: senToRupiah(balance.balanceSen),
    bonus: senToRupiah(balance.bonusSen),
    info: settings.info,
    withdraws: withdraws.total,
    level,
    earning,
    forecast: forecastOf(pace, now),
    transfers,
    troubled: { count: troubled.count, list: troubled.rows.map(presentTroubled) },
    sentToday: {
      cap,
      count: sending.count,
      idle: sending.idle,
      list,
    },
    days: days.list,
  }
})
