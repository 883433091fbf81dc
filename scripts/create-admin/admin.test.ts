import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../domain/auth/password.ts'
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
  test('made twice is one person with the newer password and without older sign-ins', async () => {
    db.exec(personSql(admin, 5, 'first'))
    db.exec("insert into sessions (token_hash, user_id, created_at, expires_at) values ('t', 'first', 0, 9)")
    db.exec(personSql({ ...admin, passwordHash: await hashPassword('rahasia-baru') }, 6, 'second'))
    expect(db.prepare('select count(*) as n from users').get()).toEqual({ n: 1 })
    expect(await verifyPassword('rahasia-baru', String(person()?.['password_hash']))).toBe(true)
    expect(db.prepare('select count(*) as n from sessions').get()).toEqual({ n: 0 })
  })
  test('needs an email and a name', () => {
    expect(adminProblem({ ...admin, email: 'budi' })).toBe('Invalid email format.')
    expect(adminProblem({ ...admin, name: '' })).toBe('Name is required.')
    expect(adminProblem(admin)).toBeNull()
  })
})
