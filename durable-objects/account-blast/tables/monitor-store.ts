// What a dev's monitor reads of the object's tables: counts, due times, and attempts without their texts.

export const outcomeCounts = (sql: SqlStorage): Record<string, number> =>
  Object.fromEntries(
    sql
      .exec<{ outcome: string; n: number }>('select outcome, count(*) as n from attempts group by outcome')
      .toArray()
      .map((r) => [r.outcome, r.n]),
  )

export type AttemptView = {
  attempt_id: string
  message_id: string
  number: string
  template_id: string | null
  job_id: string | null
  epoch: number
  created_at: number
  outcome: string
  resolved_at: number | null
  error: number | null
  delivered_at: number | null
  read_at: number | null
  revoked_at: number | null
}
export const lastAttempts = (sql: SqlStorage, limit: number): AttemptView[] =>
  sql
    .exec<AttemptView>(
      `select attempt_id, message_id, number, template_id, job_id, epoch, created_at, outcome, resolved_at, error,
       delivered_at, read_at, revoked_at from attempts order by created_at desc limit ?`,
      limit,
    )
    .toArray()

export const vaultCounts = (sql: SqlStorage): { generation: number; type: string; rows: number }[] =>
  sql
    .exec<{ generation: number; type: string; rows: number }>(
      `select generation, type, count(*) as rows from
         (select generation, type from vault
          union all select p.generation, row.value ->> 'type' from people_keys p, json_each(p.value) row)
       group by generation, type order by generation, type`,
    )
    .toArray()
