// The rules that the last claim brought. They are stored, so that an object that wakes for the next message needs no claim.
import type { CampaignRules, RunRules } from '../../../domain/sending/blast/store.ts'

export type StoredRules = RunRules & {
  /** When they were asked for, epoch ms. */
  at: number
  /** ms until they were there, with the numbers; absent in those of older versions. */
  tookMs?: number
  /** Campaigns of the numbers that are claimed and not sent to yet, by their ids; absent in those of older versions. */
  byCampaign?: Readonly<Record<number, CampaignRules>>
  /** Campaigns that had nobody for this account, with the moment (epoch ms) until which claims pass over them; absent: none. */
  passedOver?: Readonly<Record<number, number>>
}

export const readRules = (sql: SqlStorage): StoredRules | null => {
  const [row] = sql.exec<{ value: string }>('select value from rules').toArray()
  return row ? (JSON.parse(row.value) as StoredRules) : null
}
/** null: they must be asked for. */
export const writeRules = (sql: SqlStorage, rules: StoredRules | null): void => {
  if (rules)
    sql.exec(
      'insert into rules (id, value) values (1, ?) on conflict (id) do update set value = excluded.value',
      JSON.stringify(rules),
    )
  else sql.exec('delete from rules')
}
