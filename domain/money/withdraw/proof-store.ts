// What proves a request's payment or its return, in SQL: only added to, the newest counts (rule payout-proof).
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { WithdrawStatus } from './rules.ts'
import type { withdrawProofs, withdrawSteps } from './table.ts'

type Proof = Row<typeof withdrawProofs>
type NewProofs = { proofs: readonly Pick<Proof, 'withdraw_id' | 'key'>[]; kind: Proof['kind']; by: string; now: number }
/** One proof of each request, each with its next number. */
export const addProofs = (db: Db, { proofs, kind, by, now }: NewProofs): Statement =>
  db.run(sql`
    insert into withdraw_proofs (withdraw_id, n, kind, key, by, at)
    select
      p.value ->> 'withdraw_id',
      (select coalesce(max(n), 0) + 1 from withdraw_proofs where withdraw_id = p.value ->> 'withdraw_id'),
      ${kind},
      p.value ->> 'key',
      ${by},
      ${now}
    from json_each(${JSON.stringify(proofs)}) p
  `)
/** Shows this image as the newest of a payment, which fails its batch unless the request is paid. */
export const showProof = (db: Db, withdrawId: string, key: string): Statement[] => [
  refuseUnless(db, 'proof_status', sql`payment = 'paid'`, sql`from withdraws where id = ${withdrawId}`),
  db.run(sql`update withdraws set proof_key = ${key} where id = ${withdrawId}`),
]

export const proofKeyOf = async (db: Db, withdrawId: string, n: number): Promise<string | null> =>
  (
    await db.all<Pick<Proof, 'key'>>(
      sql`select key from withdraw_proofs where withdraw_id = ${withdrawId} and n = ${n}`,
    )
  )[0]?.key ?? null

type Named<T> = T & { name: string | null }
export type ProofRow = Named<Pick<Proof, 'n' | 'kind' | 'at'>>
export type StepRow = Named<Row<typeof withdrawSteps, 'payment' | 'at' | 'reason' | 'reference'>> & {
  to_status: WithdrawStatus
}
/** Oldest first. */
export const historyOf = async (db: Db, withdrawId: string): Promise<{ steps: StepRow[]; proofs: ProofRow[] }> => {
  const name = sql`(select trim(firstname || ' ' || lastname) from users where id = t.by) as name`
  const [steps, proofs] = await db.batch([
    db.all<StepRow>(sql`
      select t.to_status, t.payment, t.at, t.reason, t.reference, ${name}
      from withdraw_steps t
      where t.withdraw_id = ${withdrawId}
      order by t.step
    `),
    db.all<ProofRow>(sql`
      select t.n, t.kind, t.at, ${name}
      from withdraw_proofs t
      where t.withdraw_id = ${withdrawId}
      order by t.n
    `),
  ])
  return { steps, proofs }
}
