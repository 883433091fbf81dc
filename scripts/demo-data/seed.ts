// Writes the demo data into a sandbox's database once, in one transaction, before a Worker has opened it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../contract/ground/time.ts'
import { hashPassword } from '../../domain/people/auth/password.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { hashOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { putMedia, withDatabase } from '../stack/database.ts'
import { localSecrets } from '../stack/secrets.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'
import { endedTroubles, measureRows } from './health.ts'
import { promoPicture } from './picture.ts'
import {
  consentRows,
  dayFigures,
  LEVELS,
  MEDIA_KEY,
  type Money,
  moneyRows,
  phoneRows,
  type Row,
  settingsRows,
  templateRows,
} from './rows.ts'

/** people: only sign-ins, levels and settings, for a run that adds its own numbers and templates. */
export type SeedAmount = 'all' | 'people' | 'none'

const insert = (db: DatabaseSync, table: string, rows: readonly Row[]): void => {
  for (const row of rows) {
    const columns = Object.keys(row)
    const marks = columns.map(() => '?').join(', ')
    db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`).run(...Object.values(row))
  }
}

const peopleRows = async (now: number, { totals, given }: Pick<Money, 'totals' | 'given'>): Promise<Row[]> => {
  const rows: Row[] = []
  for (const person of DEMO_PEOPLE) {
    const total = totals.get(person.id) ?? { ok: 0, bad: 0, income: 0 }
    const level = LEVELS.findLast((one) => one.requirement_blast <= total.ok) ?? LEVELS[0]
    rows.push({
      id: person.id,
      firstname: person.firstname,
      lastname: person.lastname,
      email: person.email,
      password_hash: await hashPassword(DEMO_PASSWORD),
      role: person.role,
      level_id: level.id,
      blast_interval_min: 1,
      blast_interval_max: 3,
      account_name: person.bank?.name ?? '',
      account_bank: person.bank?.bank ?? '',
      account_number: person.bank?.number ?? '',
      referral_code: person.referralCode,
      referrer_id: person.referrerId,
      lifetime_success: total.ok,
      lifetime_fail: total.bad,
      income_sen: total.income,
      referral_given_sen: given.get(person.id) ?? 0,
      created_at: now - 40 * DAY_MS,
    })
  }
  return rows
}

/** Answers whether anything was written. A database that has people in it is not changed. */
export const seedDemoData = async (home: string, amount: SeedAmount): Promise<boolean> => {
  if (amount === 'none') return false
  // a database that is being restored is empty, too (rule restore-gate)
  const isTaken = withDatabase(
    home,
    (db) => db.prepare('select 1 from users union all select 1 from restorations limit 1').get() !== undefined,
  )
  if (isTaken) return false
  const now = Date.now()
  const all = amount === 'all'
  const referrers = new Map(DEMO_PEOPLE.flatMap((p) => (p.referrerId === null ? [] : [[p.id, p.referrerId] as const])))
  const money = moneyRows(all ? dayFigures(now) : [], referrers)
  const people = await peopleRows(now, money)
  if (all) {
    const picture = join(home, 'demo-promo.png')
    writeFileSync(picture, promoPicture())
    await putMedia(home, MEDIA_KEY, picture, 'image/png')
  }
  withDatabase(home, (db) => {
    db.exec('begin immediate')
    insert(
      db,
      'levels',
      LEVELS.map((level, i) => ({ ...level, created_at: now - (50 - i) * DAY_MS })),
    )
    insert(db, 'users', people)
    insert(db, 'settings', settingsRows())
    if (all) {
      const phones = phoneRows(now)
      insert(db, 'phone_numbers', phones)
      const ring = ringOf('SUPPRESSION_KEYS', localSecrets(home).SUPPRESSION_KEYS)
      insert(
        db,
        'consent_history',
        consentRows(phones, (number) => hashOfNumber(ring, number)),
      )
      insert(db, 'templates', templateRows(now))
      insert(db, 'counters', [{ name: 'phone.unblasted', value: phones.length }])
      insert(db, 'measures', measureRows(now))
      insert(db, 'troubles', endedTroubles(now))
    }
    insert(db, 'ledger', money.ledger)
    insert(db, 'posting_parts', money.parts)
    insert(db, 'balances', money.balances)
    insert(db, 'daily_stats', money.stats)
    db.exec('commit')
  })
  return true
}
