// The lists benchmark: what an admin's screen asks for, at a thousand phone numbers and at a million, on two Workers
// side by side. Rounds alternate which of them is asked first.
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type Person, signIn } from '../../scripts/drive/api.ts'
import { type Figure, figure, percentile } from './figures.ts'
import { FIRST_NUMBER, fillDatabase } from './fill.ts'
import { type Alone, startAlone } from './worker-alone.ts'

export type ListsSize = { small: number; rows: number; calls: number; rounds: number }
const PAGE = 20
const numbers = (query: string): string => `/admin/phonenumber/list-per-page?${query}`
/** Judged: page 1 of each list and order, prefix searches, and what the dashboards ask. */
const JUDGED: Record<string, string> = {
  numbersPage1: numbers('page=1'),
  numbersByNumber: numbers('page=1&sort=number'),
  numbersOldest: numbers('page=1&sort=createdAt'),
  numbersPrefix: numbers(`page=1&search=${String(FIRST_NUMBER).slice(0, 6)}`),
  numbersPrefixSorted: numbers(`page=1&sort=-createdAt&search=${String(FIRST_NUMBER).slice(0, 6)}`),
  numbersWholeNumber: numbers(`page=1&search=${FIRST_NUMBER}`),
  numbersName: numbers('page=1&search=budi'),
  membersPage1: '/admin/users/members-per-page?page=1',
  membersByName: '/admin/users/members-per-page?page=1&sort=name',
  membersByIncome: '/admin/users/members-per-page?page=1&sort=-income',
  membersPrefix: '/admin/users/members-per-page?page=1&search=anggota1',
  withdrawsPage1: '/admin/withdraw/histories-per-page?page=1',
  withdrawsByNominal: '/admin/withdraw/histories-per-page?page=1&sort=-nominal',
  withdrawsWaiting: '/admin/withdraw/histories-per-page?page=1&status=requested',
  accountsPage1: '/admin/whatsapp/list-per-page?page=1',
  accountsBySuccess: '/admin/whatsapp/list-per-page?page=1&sort=-success',
  referralsPage1: '/admin/users/referral-per-page?page=1',
  dashboardAccounts: '/admin/whatsapp/count',
  dashboardMembers: '/admin/users/active',
  dashboardNumbers: '/admin/phonenumber/count-blast',
  dashboardProxies: '/admin/proxy/count-use',
  dashboardToday: '/admin/messagelog/today-count',
  dashboardTotal: '/admin/messagelog/total-count',
  dashboardPaidToday: '/admin/withdraw/total-today',
  dashboardPaid: '/admin/withdraw/total-all',
  dashboardDays: '/admin/stats/daily?days=14',
  dashboardAdmin: '/admin/home',
  dashboardMember: '/admin/home/u1',
}
/** Reported only: they are read from the nearer end, row by row. */
const DEEP: Record<string, (last: number) => string> = {
  numbersMiddlePage: (last) => numbers(`page=${Math.ceil(last / 2)}`),
  numbersLastPage: (last) => numbers(`page=${last}`),
}

type Side = { admin: Person; rows: number; times: Map<string, { p50: number[]; p99: number[] }> }
/** One call here, one there: what else the machine does falls on both alike. */
const askAll = async (sides: readonly Side[], calls: number, name: string, path: (side: Side) => string) => {
  const times = sides.map((): number[] => [])
  for (const side of sides) await side.admin.get(path(side))
  for (let i = 0; i < calls; i++) {
    for (const [s, side] of sides.entries()) {
      const began = performance.now()
      await side.admin.get(path(side))
      times[s]?.push(performance.now() - began)
    }
  }
  for (const [s, side] of sides.entries()) {
    const kept = side.times.get(name) ?? { p50: [], p99: [] }
    side.times.set(name, kept)
    kept.p50.push(percentile(times[s] ?? [], 0.5))
    kept.p99.push(percentile(times[s] ?? [], 0.99))
  }
}
const figuresOf = (name: string, small: Side, large: Side): [string, Figure][] => {
  const [mine, other] = [large.times.get(name), small.times.get(name)]
  const aim = name in JUDGED ? { atMost: 1.5 } : null
  return [
    [name, figure('ms p50', mine?.p50 ?? [], other?.p50 ?? [], aim)],
    [`${name}P99`, figure('ms p99', mine?.p99 ?? [], other?.p99 ?? [], null)],
  ]
}

export const benchLists = async (size: ListsSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const up: Alone[] = []
  const now = Date.now()
  const start = async (rows: number): Promise<Side> => {
    const began = Date.now()
    const alone = await startAlone((db) => fillDatabase(db, rows, now))
    up.push(alone)
    say(`${rows} phone numbers written and served after ${Math.round((Date.now() - began) / 1_000)} s`)
    return { admin: await signIn(alone.origin, 'admin@demo.test', DEMO_PASSWORD), rows, times: new Map() }
  }
  try {
    const small = await start(size.small)
    const large = await start(size.rows)
    for (let round = 0; round < size.rounds; round++) {
      const order = round % 2 === 0 ? [small, large] : [large, small]
      for (const [name, path] of Object.entries(JUDGED)) await askAll(order, size.calls, name, () => path)
      for (const [name, path] of Object.entries(DEEP))
        await askAll(order, size.calls, name, (side) => path(Math.ceil(side.rows / PAGE)))
      say(`round ${round + 1} of ${size.rounds} done`)
    }
    return Object.fromEntries([...Object.keys(JUDGED), ...Object.keys(DEEP)].flatMap((n) => figuresOf(n, small, large)))
  } finally {
    for (const alone of up) await alone.stop()
  }
}
