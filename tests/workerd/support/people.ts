// People to call the Worker as, signed in, and the levels they are on.
import { scryptSync } from 'node:crypto'
import type { Role } from '../../../contract/people/role-table.ts'
import { openSession } from '../../../domain/people/auth/store.ts'
import { hashToken, newSignInToken } from '../../../domain/ground/crypto/token.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { db, run } from './database.ts'

export type Person = { id: string; email: string; token: string; role: Role }
let people = 0
export const PASSWORD = 'rahasia-123'
/** Its hash at next to no cost, since hundreds of tests prove who they are by it. The person who signs in by it gets one at today's cost. */
const CHEAP_HASH = [
  'scrypt',
  16,
  8,
  5,
  btoa('salt'),
  scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 8, p: 5 }).toString('base64'),
].join('$')
export const makePerson = async (
  role: Role,
  options: {
    id?: string
    referrerId?: string | null
    intervalsS?: readonly [number, number]
    passwordHash?: string
  } = {},
): Promise<Person> => {
  const n = ++people
  // as registering gives them: what is built from an id must bear its length
  const id = options.id ?? crypto.randomUUID()
  const email = `${role}-${n}@tests.example`
  const [intervalMin, intervalMax] = options.intervalsS ?? [5, 15]
  const now = Date.now()
  // not by signing up, which a place without people refuses (rule restore-gate)
  await run(
    `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max,
       referral_code, referrer_id, created_at)
     values (?, 'Orang', ?, ?, ?, ?, coalesce((select id from levels order by requirement_blast, id limit 1), ''), ?, ?, ?, ?, ?)`,
    id,
    String(n),
    email,
    options.passwordHash ?? CHEAP_HASH,
    role,
    intervalMin,
    intervalMax,
    `REF${n}`,
    options.referrerId ?? null,
    now,
  )
  const token = newSignInToken({ id, role })
  await runBatch(db, [openSession(db, { tokenHash: await hashToken(token), userId: id, now })])
  return { id, email, token, role }
}
/** A member who lends accounts that send without an interval. Nobody signs in by their password, so none is hashed. */
export const makeLender = (id: string, referrerId: string | null = null): Promise<Person> =>
  makePerson('member', { id, referrerId, intervalsS: [0, 0], passwordHash: 'none' })
export const makeLevel = async (id: string, fee: number, requirement: number): Promise<void> => {
  await run(
    'insert into levels (id, name, blast_fee, requirement_blast, created_at) values (?, ?, ?, ?, 0)',
    id,
    `Level ${id}`,
    fee,
    requirement,
  )
}
