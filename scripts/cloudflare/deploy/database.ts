// The deployed database, as a release needs it: which files have run, how large tables are, its bookmark, a probe.
import { z } from 'zod'
import type { Account } from '../account.ts'

export class RemoteDatabase {
  readonly #account: Account
  readonly #id: string
  constructor(account: Account, id: string) {
    this.#account = account
    this.#id = id
  }

  async query(sql: string, params: string[] = []): Promise<{ rows: unknown[]; changes: number }> {
    const { client, id } = this.#account
    for await (const answer of client.d1.database.query(this.#id, { account_id: id, sql, params }))
      return { rows: answer.results ?? [], changes: answer.meta?.changes ?? 0 }
    return { rows: [], changes: 0 }
  }

  /** Empty before the first release, which makes the table that holds them. */
  async applied(): Promise<Set<string>> {
    const table = await this.query(`select name from sqlite_master where name = 'd1_migrations'`)
    if (table.rows.length === 0) return new Set()
    const { rows } = await this.query('select name from d1_migrations')
    return new Set(rows.map((row) => z.object({ name: z.string() }).parse(row).name))
  }

  /** Rows of a table, counted no further than the limit. */
  async rows(table: string, limit: number): Promise<number> {
    const { rows } = await this.query(`select count(*) as n from (select 1 from "${table}" limit ${limit})`)
    return z.object({ n: z.number() }).parse(rows[0]).n
  }

  /** Where Time Travel would go back to. */
  async bookmark(): Promise<string> {
    const { client, id } = this.#account
    const { bookmark } = await client.d1.database.timeTravel.getBookmark(this.#id, { account_id: id })
    return bookmark ?? 'none'
  }
}
