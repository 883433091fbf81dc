// The members of the browser tests, one for each test file, so that no test sees another one's accounts.
import type { DatabaseSync } from 'node:sqlite'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { SIGNAL_POINTS } from '../../contract/money/fraud.ts'
import { jakartaDay } from '../../contract/ground/time.ts'
import { hashPassword } from '../../domain/people/auth/password.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { withDatabase } from '../../scripts/stack/database.ts'

export const PASSWORD = DEMO_PASSWORD
/** The shortest and longest wait between two messages, in seconds. */
type Interval = readonly [number, number]
const INTERVALS = {
  // what they send to all must last while other files keep the machine busy
  rina: [2, 2],
  sinyal: [3, 3],
  kodi: [1, 1],
  henti: [0, 0],
  hapus: [1, 1],
  gagal: [1, 1],
  lain: [1, 1],
  tutup: [1, 1],
  tombol: [1, 1],
  ajak: [1, 1],
  kantor: [0, 0],
  lupa: [1, 1],
  utus: [1, 1],
  pantau: [1, 1],
  sebelah: [0, 0],
  awal: [1, 1],
  tetangga: [1, 1],
  ulang: [1, 1],
  alasan: [0, 0],
  ganti: [1, 1],
  dua: [1, 1],
  angka: [0, 0],
  hitung: [1, 1],
  batas: [1, 1],
  jabat: [1, 1],
  isian: [1, 1],
  pergi: [1, 1],
  kabar: [1, 1],
  tunggu: [1, 1],
  gawai: [1, 1],
  semua: [1, 1],
  kantong: [1, 1],
  kunci: [1, 1],
  sisi: [1, 1],
  cepat: [1, 1],
  inggris: [1, 1],
  nama: [1, 1],
  jeda: [1, 1],
  pamit: [1, 1],
  langkah: [1, 1],
  tanda: [1, 1],
  sehat: [1, 1],
  hilang: [1, 1],
  rapat: [0, 0],
  saring: [0, 0],
  ikut: [1, 1],
  kampanye: [1, 1],
  tugas: [1, 1],
} as const satisfies Record<string, Interval>
export type MemberName = keyof typeof INTERVALS
export const MEMBERS = Object.keys(INTERVALS) as MemberName[]
export const emailOf = (name: MemberName): string => `${name}@uji.test`

/** Members who registered long ago, so that the list has a second page; they are at its end, where no test looks for its own. */
export const CROWD = Array.from({ length: 30 }, (_, i) => ({
  id: `uji-warga-${i}`,
  last: String(i).padStart(2, '0'),
  name: `Warga ${String(i).padStart(2, '0')}`,
  email: `warga${i}@uji.test`,
  /** Rupiah, different for everybody. */
  income: ((i * 7) % 30) * 1_000 + 500,
}))
const addCrowd = (db: DatabaseSync, hash: string): void => {
  const insert = db.prepare(`insert into users (${COLUMNS}, income_sen, account_name, account_bank, account_number)
    values (?, 'Warga', ?, ?, ?, 'member', ?, 1, 1, ?, ?, ?, ?, 'BCA', '12345' || ?)`)
  const earned = db.prepare(`insert into daily_stats (user_id, day, income_sen) values (?, '2026-01-01', ?)`)
  for (const [i, { id, last, name, email, income }] of CROWD.entries()) {
    insert.run(id, last, email, hash, 'demo-level-1', `WARGA${i}`, i, rupiahToSen(income), name, 10_000 + i)
    earned.run(id, rupiahToSen(income))
  }
}

/** As today's look at members would have left it: one of them has signs. The look of another day would take them away. */
export const addSigns = (db: DatabaseSync): void => {
  const day = jakartaDay(Date.now())
  db.exec(`delete from fraud_scores where user_id = 'uji-tanda';
    delete from fraud_signals where user_id = 'uji-tanda';
    delete from cron_rounds where name in ('fraud', 'fraud-shown')`)
  const points = SIGNAL_POINTS.own_number + SIGNAL_POINTS.shared_bank
  db.prepare(`insert into fraud_scores (user_id, day, score) values ('uji-tanda', ?, ?)`).run(day, points)
  const sign = db.prepare(
    `insert into fraud_signals (user_id, day, kind, points, evidence) values ('uji-tanda', ?, ?, ?, ?)`,
  )
  sign.run(day, 'own_number', SIGNAL_POINTS.own_number, '{"people":[],"count":7,"of":120}')
  sign.run(day, 'shared_bank', SIGNAL_POINTS.shared_bank, '{"people":["uji-warga-3"],"count":null,"of":null}')
  db.prepare(`insert into cron_rounds (name, after) values ('fraud', ?), ('fraud-shown', ?)`).run(`${day}|~`, day)
}

const COLUMNS = `id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min,
  blast_interval_max, referral_code, created_at`

export const addMembers = async (home: string): Promise<void> => {
  const hash = await hashPassword(PASSWORD)
  withDatabase(home, (db) => {
    const insert = db.prepare(`insert into users (${COLUMNS}) values (?, ?, 'Uji', ?, ?, 'member', ?, ?, ?, ?, ?)`)
    for (const [name, [min, max]] of Object.entries(INTERVALS)) {
      const first = name.charAt(0).toUpperCase() + name.slice(1)
      const code = `${name.toUpperCase()}2026`
      insert.run(`uji-${name}`, first, `${name}@uji.test`, hash, 'demo-level-1', min, max, code, Date.now())
    }
    addCrowd(db, hash)
  })
}
