// The database of a small service: its people, accounts and recipients, written by the product's own statements where
// these write many rows at once. The growth of the tables is measured on it.
import { jakartaDay } from '../../contract/ground/time.ts'
import { connect, type Db, runBatch } from '../../domain/ground/db/connection.ts'
import { phoneStatements } from '../../domain/recipients/phone-numbers/import-store.ts'
import { insertImport } from '../../domain/recipients/imports/store.ts'
import { recordConnected } from '../../domain/money/stats/store.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { Database, NearD1 } from './platform/d1.ts'
import type { Random } from './platform/random.ts'

export const HASH_KEYS = ringOf('SUPPRESSION_KEYS', `1:${'d4'.repeat(32)}`)
export const DAY_MS = 86_400_000
/** 08:00 of a day in Jakarta. */
export const BEGIN = Date.UTC(2026, 0, 5, 1)
const ACCOUNTS_A_MEMBER = 4
/** A step of a large file has more. */
const IMPORTED_AT_ONCE = 5_000
const TEMPLATES = 5
const LEVEL = 'level-1'
const NAMES = [
  'Agus',
  'Ayu',
  'Budi',
  'Citra',
  'Dedi',
  'Eka',
  'Fajar',
  'Gita',
  'Hadi',
  'Indah',
  'Joko',
  'Kartika',
] as const

type Member = { id: string; referrerId: string | null }
export type ServiceAccount = { id: string; owner: Member }
export type Service = {
  database: Database
  db: Db
  admin: string
  templates: string[]
  members: Member[]
  accounts: ServiceAccount[]
  /** Bytes of each table while the database was empty. */
  empty: Record<string, number>
}

const nameOf = (random: Random): string => NAMES[random.below(NAMES.length)] ?? 'Ayu'

const insert = (database: Database, table: string, row: Record<string, string | number | null>): void => {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  database.sql(`insert into ${table} (${names.join(', ')}) values (${places})`, ...Object.values(row))
}
const personOf = (id: string, role: string, referrerId: string | null, random: Random) => ({
  id,
  firstname: nameOf(random),
  lastname: nameOf(random),
  email: `${id.slice(0, 8)}.${nameOf(random).toLowerCase()}@gmail.com`,
  password_hash: 'scrypt$16384$8$1$'.padEnd(120, 'x'),
  role,
  level_id: LEVEL,
  blast_interval_min: 5,
  blast_interval_max: 15,
  account_name: `${nameOf(random)} ${nameOf(random)}`,
  account_bank: 'BCA',
  account_number: id.slice(0, 10),
  referral_code: id.slice(0, 8).toUpperCase(),
  referrer_id: referrerId,
  created_at: BEGIN,
})

/** Every second member was referred by the one before. */
const putMembers = (database: Database, count: number, random: Random): Member[] => {
  const members: Member[] = []
  for (let i = 0; i < count; i++) {
    const member = { id: crypto.randomUUID(), referrerId: i % 2 === 1 ? (members[i - 1]?.id ?? null) : null }
    insert(database, 'users', personOf(member.id, 'member', member.referrerId, random))
    members.push(member)
  }
  return members
}
const putAccounts = (database: Database, members: readonly Member[], random: Random): ServiceAccount[] =>
  members.flatMap((owner, m) =>
    Array.from({ length: ACCOUNTS_A_MEMBER }, (_, i) => {
      const [id, clientid] = [crypto.randomUUID(), crypto.randomUUID()]
      insert(database, 'whatsapp', {
        id,
        clientid,
        user_id: owner.id,
        purpose: 'blast',
        phonenumber: String(62_811_000_000_000 + m * ACCOUNTS_A_MEMBER + i),
        pushname: `Toko ${nameOf(random)}`,
        state: 'connected',
        status: 'sending',
        created_at: BEGIN,
        due_at: BEGIN,
      })
      insert(database, 'client_aliases', { clientid, account_id: id, user_id: owner.id, created_at: BEGIN })
      return { id, owner }
    }),
  )
/** As an import writes them: not in the order of the numbers, with the record of their consent. */
const putNumbers = async (db: Db, admin: string, count: number, random: Random): Promise<void> => {
  const step = 7_919
  const source = 'Formulir pendaftaran pelanggan'
  const file = {
    file_key: 'k',
    file_name: 'daftar.csv',
    format: 'csv',
    size_bytes: 1,
    head: '{}',
    sha256: null,
  } as const
  const job = { id: 'import', kind: 'phonenumber', consent_source: source, by: admin, cursor_bytes: 0 } as const
  await insertImport(db, { ...job, ...file }, BEGIN)
  for (let first = 0; first < count; first += IMPORTED_AT_ONCE) {
    const items = Array.from({ length: Math.min(IMPORTED_AT_ONCE, count - first) }, (_, i) => {
      const n = String(6_281_200_000_000 + (((first + i) * step) % count) * Math.floor(7_000_000_000 / count))
      return { r: first + i + 1, n, m: `${nameOf(random)} ${nameOf(random)}`, h: hashesOfNumber(HASH_KEYS, n) }
    })
    const consent = { source, by: admin }
    await runBatch(db, phoneStatements(db, { jobId: 'import', items, consent, now: BEGIN }))
  }
}

/** @param path of a file that does not exist yet */
export const openService = async (
  path: string,
  size: { accounts: number; numbers: number },
  random: Random,
): Promise<Service> => {
  const database = new Database(path).migrate('migrations')
  const empty = bytesOfTables(database)
  // caps, cooldown and pace are as shipped
  const settings = { referral_percent: '10' }
  database.sql(
    'insert or replace into settings (key, value) select key, value from json_each(?)',
    JSON.stringify(settings),
  )
  insert(database, 'levels', { id: LEVEL, name: 'Pemula', blast_fee: 100, requirement_blast: 0, created_at: 0 })
  const templates = Array.from({ length: TEMPLATES }, () => crypto.randomUUID())
  const words = { text: 'Halo {name}', text_wa: 'Halo {name}', button: '[]', status: 'active', created_at: 0 }
  for (const id of templates) insert(database, 'templates', { id, ...words })
  const admin = crypto.randomUUID()
  insert(database, 'users', personOf(admin, 'admin', null, random))
  const members = putMembers(database, size.accounts / ACCOUNTS_A_MEMBER, random)
  const accounts = putAccounts(database, members, random)
  const db = connect(new NearD1(database) as unknown as D1Database)
  await putNumbers(db, admin, size.numbers, random)
  await recordConnected(db, jakartaDay(BEGIN))
  return { database, db, admin, templates, members, accounts, empty }
}

/** Bytes of each table's pages, its indexes included; a full-text index counts for the table that it searches. */
export const bytesOfTables = (database: Database): Record<string, number> => {
  const rows = database.sql<{ name: string; bytes: number }>(
    `select coalesce(m.tbl_name, s.name) as name, sum(s.pgsize) as bytes
     from dbstat('main', 1) s left join sqlite_schema m on m.name = s.name group by 1`,
  )
  const bytes: Record<string, number> = {}
  for (const row of rows) {
    const name = row.name.replace(/^(phone|member|account)_names.*/, (_, of: string) => SEARCHED[of] ?? of)
    bytes[name] = (bytes[name] ?? 0) + row.bytes
  }
  return bytes
}
const SEARCHED: Record<string, string> = { phone: 'phone_numbers', member: 'users', account: 'whatsapp' }
