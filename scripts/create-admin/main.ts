// `npm run create-admin`: the first admin, into the local database or (--env) a deployed one.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { newPasswordProblem } from '../../domain/people/auth/judge-password.ts'
import { hashPassword } from '../../domain/people/auth/password.ts'
import { openAccount, openEnvironment } from '../cloudflare/deploy/open.ts'
import { environmentName } from '../cloudflare/environment.ts'
import { typed } from '../cloudflare/setup/ask.ts'
import { flagsOf } from '../flags.ts'
import { migrate, withDatabase } from '../stack/database.ts'
import { localSecrets } from '../stack/secrets.ts'
import { root } from '../stack/shell.ts'
import { homeOf } from '../stack/stack.ts'
import { type Admin, adminProblem, personSql } from './admin.ts'

const usage = `npm run create-admin -- [--email E] [--name "N"] [--password P] [--drop-factors] [--live | --env production|staging]
  asks for what is not given; without --live or --env: the sandbox's database
  --drop-factors: takes away the second factors of somebody who lost all of them`

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}
const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const options = { email: text, name: text, password: text, 'drop-factors': yes, live: yes, env: text }
const flags = flagsOf(usage, { options }).values

const ask = (question: string, hidden = false): Promise<string> =>
  process.stdin.isTTY ? typed(question, hidden) : fail(`Missing: ${question}. Give it as a flag.\n${usage}`)

const email = (flags.email ?? (await ask('Email'))).trim().toLowerCase()
const name = (flags.name ?? (await ask('Name'))).trim()
const password = flags.password ?? (await ask('Password (8 to 128 characters)', true))
const admin: Admin = { email, name, passwordHash: '' }
const problem = adminProblem(admin) ?? (await newPasswordProblem(password, { email, firstname: name, lastname: '' }))
if (problem !== null) fail(problem)
const person = { ...admin, passwordHash: await hashPassword(password), dropFactors: flags['drop-factors'] ?? false }
const sql = personSql({ ...person, role: 'admin' }, Date.now())

if (flags.env !== undefined) {
  const name = environmentName(flags.env)
  const { database } = await openAccount(name, openEnvironment(name))
  await database.query(sql)
} else {
  const home = homeOf(resolve(process.env['DATA_DIR'] ?? `${root}/.data`), flags.live ?? false)
  mkdirSync(home, { recursive: true })
  try {
    // before the database: without them it would belong to other keys
    localSecrets(home)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  await migrate(home)
  withDatabase(home, (db) => db.exec(sql))
}
console.log(`Admin ${email} can sign in.`)
