// `npm run create-admin`: the first admin, into the local database or (--remote) the deployed one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { passwordProblem } from '../../contract/auth.ts'
import { hashPassword } from '../../domain/auth/password.ts'
import { DATABASE_NAME, migrate, withDatabase } from '../stack/database.ts'
import { mustRun, root } from '../stack/shell.ts'
import { homeOf } from '../stack/stack.ts'
import { type Admin, adminProblem, adminSql } from './admin.ts'

const usage = `npm run create-admin -- [--email E] [--name "N"] [--password P] [--live | --remote]
  asks for what is not given; without --live or --remote: the sandbox's database`

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}
const flags = (() => {
  try {
    const text = { type: 'string' } as const
    const yes = { type: 'boolean' } as const
    const options = { email: text, name: text, password: text, live: yes, remote: yes, help: yes }
    return parseArgs({ options }).values
  } catch {
    return fail(`Usage: ${usage}`)
  }
})()
if (flags.help) {
  console.log(usage)
  process.exit(0)
}

/** What is typed at a password is not shown. */
const ask = async (question: string, hidden = false): Promise<string> => {
  if (!process.stdin.isTTY) return fail(`Missing: ${question}. Give it as a flag.\n${usage}`)
  process.stdout.write(`${question}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true })
  const answer = await lines.question('')
  lines.close()
  if (hidden) process.stdout.write('\n')
  return answer
}

const email = (flags.email ?? (await ask('Email'))).trim().toLowerCase()
const name = (flags.name ?? (await ask('Name'))).trim()
const password = flags.password ?? (await ask('Password (8 to 128 characters)', true))
const admin: Admin = { email, name, passwordHash: '' }
const problem = adminProblem(admin) ?? passwordProblem(password, email)
if (problem !== null) fail(problem)
const sql = adminSql({ ...admin, passwordHash: await hashPassword(password) }, Date.now())

if (flags.remote) {
  // By a file: a command line is visible to every program of this machine.
  const dir = mkdtempSync(join(tmpdir(), 'wa-blaster-admin-'))
  try {
    writeFileSync(join(dir, 'admin.sql'), sql, { mode: 0o600 })
    await mustRun('wrangler', ['d1', 'execute', DATABASE_NAME, '--remote', '--yes', '--file', join(dir, 'admin.sql')])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
} else {
  const home = homeOf(resolve(process.env['DATA_DIR'] ?? `${root}/.data`), flags.live ?? false)
  await migrate(home)
  withDatabase(home, (db) => db.exec(sql))
}
console.log(`Admin ${email} can sign in.`)
