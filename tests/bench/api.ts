// The api benchmark: small signed-in reads against a bare Hono route with one read of D1, on Miniflare both.
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { call } from '../../scripts/drive/api.ts'
import { type Figure, figure, percentile } from './figures.ts'
import { type Load, loadOf } from './load.ts'
import { type Alone, startAlone, startBare } from './worker-alone.ts'

export type ApiSize = { atOnce: number; seconds: number; rounds: number }
const OURS = {
  balance: '/admin/withdraw/balance/',
  accountCount: '/admin/whatsapp/count/',
} as const
const BASE = 'oneRead'
const SLICES = 4

export const benchApi = async (size: ApiSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const up: Alone[] = []
  try {
    const ours = await startAlone(() => {})
    up.push(ours)
    const bare = await startBare()
    up.push(bare)
    const body = { email: 'member@demo.test', password: DEMO_PASSWORD }
    type SignedIn = { token: string; user: { id: string } }
    const { token, user } = await call<SignedIn>(ours.origin, 'POST', '/auth/login', undefined, body)
    const urls: Record<string, string> = {
      ...Object.fromEntries(Object.entries(OURS).map(([name, path]) => [name, `${ours.origin}/api${path}${user.id}`])),
      oneRead: `${bare.origin}/api/one/${user.id}`,
    }
    const loads = new Map<string, Load[]>(Object.keys(urls).map((name) => [name, []]))
    const ask = { atOnce: size.atOnce, ms: (size.seconds * 1_000) / SLICES }
    for (const url of Object.values(urls)) await loadOf(url, token, { ...ask, ms: 500 })
    for (let round = 0; round < size.rounds; round++) {
      const slices = new Map<string, Load[]>()
      // in slices, forwards and backwards: what else the machine does falls on all alike
      for (let slice = 0; slice < SLICES; slice++) {
        const order = slice % 2 === 0 ? Object.entries(urls) : Object.entries(urls).toReversed()
        for (const [name, url] of order) slices.set(name, [...(slices.get(name) ?? []), await loadOf(url, token, ask)])
      }
      for (const [name, list] of slices) {
        const perSecond = list.reduce((sum, load) => sum + load.perSecond, 0) / list.length
        loads.get(name)?.push({ perSecond, times: list.flatMap((load) => load.times) })
      }
      const rates = [...loads].map(([name, list]) => `${name} ${Math.round(list.at(-1)?.perSecond ?? 0)}`)
      say(`round ${round + 1}, requests a second: ${rates.join(', ')}`)
    }
    const rates = (name: string): number[] => (loads.get(name) ?? []).map((load) => load.perSecond)
    const p99s = (name: string): number[] => (loads.get(name) ?? []).map((load) => percentile(load.times, 0.99))
    const judged = Object.keys(OURS).flatMap((name) => [
      [name, figure('requests/s', rates(name), rates(BASE), { atLeast: 0.9 })] as const,
      [`${name}P99`, figure('ms p99', p99s(name), p99s(BASE), null)] as const,
    ])
    return Object.fromEntries(judged)
  } finally {
    for (const alone of up) await alone.stop()
  }
}
