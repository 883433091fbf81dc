// What a store may say about rows: nobody but sign-in touches the hash of a password, and a table describes its columns as
// raw SQL answers them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const sources = execFileSync('git', ['ls-files', 'worker', 'domain', 'durable-objects'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
/** Sign-in itself, and the definition of the column. */
const mayKnowHashes = (file: string): boolean =>
  file.startsWith('domain/people/auth/') || file === 'domain/people/users/table.ts'

/** Aliases of `users` in the statements of a file, and the table's own name. */
const namesOfUsers = (code: string): string[] => [
  'users',
  ...[...code.matchAll(/\b(?:from|join)\s+users\s+(?:as\s+)?(?!(?:where|on|left|cross|join|order|limit)\b)(\w+)/g)].map(
    (match) => match[1] ?? '',
  ),
]
/** How this code gets hold of the hash, or of all columns of a person, which include it. */
const leaksOf = (code: string): string[] => {
  const everyColumn = namesOfUsers(code).map((name) => `\\b${name}\\.\\*`)
  const leaks = [
    '\\b(password_hash|passwordHash|selectPasswordHash)\\b',
    '\\bselect\\s+\\*\\s+from\\s+users\\b',
    ...everyColumn,
    // a whole row as a type, not a choice of its columns
    'Row<\\s*typeof users\\s*>',
    '(?<!Pick<\\s*)typeof users\\.\\$inferSelect',
  ]
  return leaks.filter((leak) => new RegExp(leak, 'i').test(code))
}

describe('the hash of a password', () => {
  test('is known to sign-in only', () => {
    const found = sources
      .filter(({ file }) => !mayKnowHashes(file))
      .map(({ file, code }) => [file, leaksOf(code)] as const)
    expect(found.filter(([, leaks]) => leaks.length > 0)).toEqual([])
  })
  test.each([
    'sql`select u.id, u.password_hash from users u`',
    'sql`select * from users where id = 1`',
    'sql`select w.id, p.* from whatsapp w join users p on p.id = w.user_id`',
    'sql`select users.* from users`',
    'type Person = Row<typeof users>',
    'type Person = typeof users.$inferSelect',
    'type Patch = { passwordHash: string }',
  ])('would be found in %s', (code) => expect(leaksOf(code)).not.toEqual([]))
  test.each([
    'sql`select w.*, u.firstname from withdraws w join users u on u.id = w.user_id`',
    "type Name = Row<typeof users, 'firstname'>",
    "type Name = Pick<typeof users.$inferSelect, 'firstname'>",
  ])('is not in %s', (code) => expect(leaksOf(code)).toEqual([]))
})

test('tables have no modes: raw SQL answers what SQLite stores, and the row types say so', () => {
  const tables = sources.filter(({ file }) => file.endsWith('/table.ts'))
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.filter(({ code }) => /\bmode:/.test(code)).map(({ file }) => file)).toEqual([])
})
