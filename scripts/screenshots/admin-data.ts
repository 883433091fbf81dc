// Rows for the admins' screens, made by the API and deleted after the pictures: accounts that link would use the proxies.
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { signIn } from '../drive/api.ts'
import { withDatabase } from '../stack/database.ts'
import { SUPPRESSED } from './suppressed.ts'

const PROXIES = ['http://tamu:sandi@proxy-1.contoh.id:8080', 'socks5://proxy-2.contoh.id:1080']
const REASON = 'Juara minggu ini'
type Rows = { data: { id: string; reason?: string; number?: string; status?: string }[] }

/** A bonus, withdraws in each state and a suppressed number. */
export const makeMoney = async (origin: string): Promise<void> => {
  const admin = await signIn(origin, 'admin@demo.test', DEMO_PASSWORD)
  const member = await signIn(origin, 'member@demo.test', DEMO_PASSWORD)
  const bonuses = await admin.get<Rows>('/admin/bonus/list-per-page?page=1')
  if (!bonuses.data.some(({ reason }) => reason === REASON)) {
    await admin.post('/admin/bonus/create', { userId: member.id, nominal: 25_000, reason: REASON })
    for (const number of SUPPRESSED) await admin.post('/admin/suppression', { number, reason: 'Diminta lewat telepon' })
    const asked: string[] = []
    for (const nominal of [20_000, 15_000, 30_000, 12_000]) {
      const { data } = await member.post<{ data: { id: string } }>('/admin/withdraw/request', {
        nominal,
        userId: member.id,
      })
      asked.push(data.id)
    }
    for (const id of [asked[0], asked[3]]) await admin.put('/admin/withdraw/update', { id, status: 'accepted' })
    await admin.post('/admin/withdraw/ordered', { id: asked[3], reference: 'TRX 2026 0417' })
    const reason = 'Nama pemilik rekening berbeda'
    await admin.put('/admin/withdraw/update', { id: asked[1], status: 'rejected', reason })
  }
}

/** One in use, one not. Answers a function that deletes them. */
export const makeProxies = async (origin: string): Promise<() => Promise<void>> => {
  const admin = await signIn(origin, 'admin@demo.test', DEMO_PASSWORD)
  for (const value of PROXIES) await admin.post('/admin/proxy/save', { value })
  const { data } = await admin.get<Rows>('/admin/proxy/list-per-page?page=1')
  const [, nonactive] = data
  if (nonactive) await admin.put(`/admin/proxy/${nonactive.id}`, { status: 'nonactive' })
  return async () => {
    for (const { id } of data) await admin.delete(`/admin/proxy/${id}`)
  }
}

/** One that delays everybody, and one that has just begun. A look finds neither, and ends them some minutes later. */
export const makeTroubles = (home: string): void =>
  withDatabase(home, (db) => {
    const add = db.prepare(
      'insert into troubles (kind, subject, since, seen_at, told_at, figures) values (?, ?, ?, ?, ?, ?)',
    )
    const now = Date.now()
    add.run('no_runner', '', now - 12 * 60_000, now, now, '{}')
    add.run('proxies_fail', '', now - 60_000, now, null, JSON.stringify({ proxies: 7, of: 40, percent: 18 }))
  })
