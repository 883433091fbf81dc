import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../domain/people/auth/password.ts'
import { root } from '../stack/shell.ts'
import { adminProblem, personSql } from './admin.ts'

let db: DatabaseSync
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  const dir = join(root, 'migrations')
  for (const name of readdirSync(dir).toSorted()) {
    if (name.endsWith('.sql')) db.exec(readFileSync(join(dir, name), 'utf8'))
  }
})
const admin = { email: 'budi@contoh.id', name: "Budi O'Neil Santoso", passwordHash: 'x', role: 'admin' as const }
const person = () => db.prepare('select * from users where email = ?').get(admin.email)

describe('the first admin', () => {
  test('rule roles: is written into an empty database, together with a level', () => {
    db.exec(personSql(admin, 5))
    expect(person()).toMatchObject({
      firstname: 'Budi',
      lastname: "O'Neil Santoso",
      role: 'admin',
      level_id: 'level-1',
    })
  })
  test('rule restore-gate: who tries a release leaves nothing that would stand before the rows of a backup', () => {
    const settings = () => db.prepare('select key from settings').all()
    const levels = () => db.prepare('select id from levels').all()
    db.exec(personSql({ ...admin, role: 'member' }, 5))
    expect([person()?.['level_id'], levels(), settings()]).toEqual(['', [], []])
    db.exec('delete from users')
    db.exec(personSql(admin, 6))
    expect([levels().length, settings().length]).toEqual([1, 2])
  })
  test('made twice is one person with the newer password and without older sign-ins', async () => {
    db.exec(personSql(admin, 5, 'first'))
    db.exec("insert into sessions (token_hash, user_id, created_at, expires_at) values ('t', 'first', 0, 9)")
    db.exec(personSql({ ...admin, passwordHash: await hashPassword('rahasia-baru') }, 6, 'second'))
    expect(db.prepare('select count(*) as n from users').get()).toEqual({ n: 1 })
    expect(await verifyPassword('rahasia-baru', String(person()?.['password_hash']))).toBe(true)
    expect(db.prepare('select count(*) as n from sessions').get()).toEqual({ n: 0 })
  })
  test('rule factor-change: who lost every factor has none, and nobody else loses theirs', () => {
    db.exec(personSql(admin, 5, 'first'))
    for (const id of ['first', 'other'])
      db.exec(`
        insert into totp_secrets (user_id, sealed, confirmed_at) values ('${id}', 's', 1);
        insert into recovery_codes (code_hash, user_id) values ('r-${id}', '${id}');
        insert into factor_tickets (ticket_hash, purpose, user_id, expires_at) values ('t-${id}', 'sign_in', '${id}', 9);
        update users set factor_since = 1 where id = '${id}';
      `)
    const left = () =>
      ['totp_secrets', 'recovery_codes', 'factor_tickets'].map((table) =>
        db
          .prepare(`select user_id from ${table} order by 1`)
          .all()
          .map((row) => row['user_id']),
      )
    db.exec(personSql(admin, 6))
    expect([left(), person()?.['factor_since']]).toEqual([[['first', 'other'], ['first', 'other'], ['other']], 1])
    db.exec(personSql({ ...admin, dropFactors: true }, 7))
    expect([left(), person()?.['factor_since']]).toEqual([[['other'], ['other'], ['other']], null])
  })
  test('needs an email and a name', () => {
    expect(adminProblem({ ...admin, email: 'budi' })).toBe('Invalid email format.')
    expect(adminProblem({ ...admin, name: '' })).toBe('Name is required.')
    expect(adminProblem(admin)).toBeNull()
  })
})
