// The people, their money and the product's use cases on a database of their own, for one history of withdraws.
import { rupiahToSen } from '../../../contract/ground/money.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, connect, runBatch } from '../../../domain/ground/db/connection.ts'
import { ledgerStatements } from '../../../domain/money/ledger/store.ts'
import { type Database, NearD1 } from '../platform/d1.ts'
import { Random } from '../platform/random.ts'
import { MEMBERS, type Member, OFFICE, type Office } from './acts.ts'

const MOST_TURNS = 40
const START = Date.parse('2026-11-23T02:00:00Z')
export const GIVEN = 90_000
const ROLES: Record<Member | Office, Role> = {
  sari: 'member',
  budi: 'member',
  staff: 'staff',
  admin: 'admin',
  other: 'admin',
  dev: 'dev',
}

export type Withdraw = {
  id: string
  user_id: string
  nominal: number
  status: string
  payment: string | null
  step: number
  payout_id: string | null
  proofs: number
}
export type Batch = {
  id: string
  status: string
  needs_second: number
  created_by: string
  approved_by: string | null
  fetched_at: number | null
}
export type Question = { id: string; kind: string; subject: string; asked_by: string; status: string }

/** Requests of the same moment reach the database in any order. */
class JitteryD1 extends NearD1 {
  readonly #random: Random
  constructor(database: Database, random: Random) {
    super(database)
    this.#random = random
  }
  override async request(statements: Parameters<NearD1['request']>[0]): ReturnType<NearD1['request']> {
    for (let turns = this.#random.below(MOST_TURNS); turns > 0; turns--) await Promise.resolve()
    return super.request(statements)
  }
}

/** One history's database, its people and the time. */
export class Place {
  readonly db: Db
  readonly #database: Database
  now = START

  private constructor(database: Database, seed: number) {
    this.#database = database
    this.db = connect(new JitteryD1(database, new Random(seed)) as unknown as D1Database)
  }
  /** @param limit the setting above which two people decide; 0: none. seed: of the order in which requests of one moment arrive */
  static async open(database: Database, { limit, seed }: { limit: number; seed: number }): Promise<Place> {
    database.begin()
    const place = new Place(database, seed)
    for (const id of new Set([...MEMBERS, ...OFFICE]))
      database.sql(
        `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max,
          referral_code, account_bank, account_name, account_number, created_at)
          values (?, ?, '', ?, 'none', ?, '', 1, 1, ?, 'BCA', ?, ?, 0)`,
        id,
        id,
        `${id}@x.test`,
        ROLES[id],
        id,
        id,
        `08123456${id.length}`,
      )
    database.sql(`insert into settings (key, value) values ('second_person_above', ?)`, String(limit))
    const bonus = (userId: string) => ({
      userId,
      kind: 'bonus' as const,
      amountSen: rupiahToSen(GIVEN),
      ref: `given:${userId}`,
      at: START,
    })
    await runBatch(place.db, ledgerStatements(place.db, MEMBERS.map(bonus)))
    return place
  }
  who(id: Member | Office): { id: string; role: Role } {
    return { id, role: ROLES[id] }
  }
  rows<T extends Record<string, unknown>>(sql: string, ...values: unknown[]): T[] {
    return this.#database.sql<T>(sql, ...values)
  }
  withdraws(): Withdraw[] {
    return this.rows(`select id, user_id, nominal, status, payment, step, payout_id,
      (select count(*) from withdraw_proofs p where p.withdraw_id = w.id) as proofs
      from withdraws w order by created_at, id`)
  }
  batches(): Batch[] {
    return this.rows(
      'select id, status, needs_second, created_by, approved_by, fetched_at from payout_batches order by number',
    )
  }
  questions(): Question[] {
    return this.rows(
      `select id, kind, subject, asked_by, status from approvals where status = 'waiting' order by asked_at, id`,
    )
  }
  /** Everything that an act about withdraws may write, as one text: what is refused leaves it as it was. */
  digest(): string {
    return JSON.stringify([
      this.withdraws(),
      this.batches(),
      this.rows('select * from balances order by user_id'),
      this.rows('select count(*) as n from ledger'),
      this.rows('select count(*) as n from withdraw_steps'),
      this.rows('select batch_id, withdraw_id, status from payout_lines order by 1, 2'),
      this.rows('select id, status, decided_by from approvals order by id'),
      this.rows('select count(*) as n, sum(amount) as sum from day_decisions'),
    ])
  }
}
