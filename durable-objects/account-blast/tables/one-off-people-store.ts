// Who was tried by a one-off blast and who waits, by the place of a row (rule one-off-people): never by how many rows stand before it, because an old page
// of a hundred thousand would read them all.
import type { AnyCame } from '../../../contract/sending/reports.ts'
import type { Attempt, AttemptOutcome } from './attempts-store.ts'

export type Tried = Pick<
  Attempt,
  | 'attempt_id'
  | 'number'
  | 'name'
  | 'created_at'
  | 'outcome'
  | 'error'
  | 'fail_reason'
  | 'delivered_at'
  | 'read_at'
  | 'answered_at'
  | 'stopped_at'
  | 'revoked_at'
>
/** A filter that fits hardly anybody reads so many messages in a call, some 20 ms, and the caller goes on behind them. */
export const LOOKED_AT = 5_000
type Place = { at: number; id: string }
export type TriedAsk = {
  after: Place
  outcome: AttemptOutcome | undefined
  came: AnyCame | undefined
  limit: number
}
/**
 * In the order in which they left; whoever was erased since has no number, and is in no page.
 * @returns lookedTo: the place of the last that was looked at, where there may be more; null: all were
 */
export const triedAfter = (
  sql: SqlStorage,
  jobId: string,
  { after, outcome, came, limit }: TriedAsk,
): { rows: Tried[]; lookedTo: Place | null } => {
  const of = 'from attempts where job_id = ?1 and (created_at, attempt_id) > (?2, ?3) order by created_at, attempt_id'
  const rows = sql
    .exec<Tried>(
      `select attempt_id, number, name, created_at, outcome, error, fail_reason,
         delivered_at, read_at, answered_at, stopped_at, revoked_at
       from (select * ${of} limit ${LOOKED_AT})
       where number <> ''
         ${outcome === undefined ? '' : `and outcome = '${outcome}'`} ${came === undefined ? '' : `and ${came}_at is not null`}
       order by created_at, attempt_id limit ?4`,
      jobId,
      after.at,
      after.id,
      limit,
    )
    .toArray()
  if (rows.length === limit) return { rows, lookedTo: null }
  const [last] = sql
    .exec<Place>(
      `select created_at as at, attempt_id as id ${of} limit 1 offset ${LOOKED_AT - 1}`,
      jobId,
      after.at,
      after.id,
    )
    .toArray()
  return { rows, lookedTo: last ?? null }
}
/** With those who were erased since. */
export const countTried = (sql: SqlStorage, jobId: string): number =>
  sql.exec<{ n: number }>('select count(*) as n from attempts where job_id = ?', jobId).one().n

export const waitingAfter = (
  sql: SqlStorage,
  jobId: string,
  { after, limit }: { after: number; limit: number },
): { id: number; number: string }[] =>
  sql
    .exec<{ id: number; number: string }>(
      'select id, number from job_targets where job_id = ? and id > ? order by id limit ?',
      jobId,
      after,
      limit,
    )
    .toArray()
