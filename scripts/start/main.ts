// The command line of `npm start`.
import { join, resolve } from 'node:path'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../demo-data/people.ts'
import { flagsOf } from '../flags.ts'
import { whenOrphaned } from '../orphan.mjs'
import { root } from '../stack/shell.ts'
import { type Stack, startStack } from '../stack/stack.ts'

const usage = 'npm start [-- --fresh] [-- --live]   (PORT, SANDBOX_PORT, DATA_DIR, WHATSAPP_URL)'
const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
const portOf = (variable: string, otherwise: number): number => {
  const port = Number(process.env[variable] ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`${variable} must be a port from 1 to 65535.`)
  return port
}
const no = { type: 'boolean', default: false } as const
const flags = flagsOf(usage, { options: { fresh: no, live: no } }).values

let stack: Stack | null = null
let ending = false
const interrupted = new AbortController()
const starting = startStack({
  dataDir: resolve(process.env['DATA_DIR'] ?? join(root, '.data')),
  port: portOf('PORT', 8787),
  sandboxPort: portOf('SANDBOX_PORT', 8790),
  ...flags,
  signal: interrupted.signal,
  say: (line) => console.log(`  ${line}`),
})

const end = async (): Promise<void> => {
  if (ending) return
  ending = true
  console.log('\n  stopping …')
  if (stack === null) interrupted.abort()
  const running = stack ?? (await starting.catch(() => null))
  await running?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
whenOrphaned(() => void end())

try {
  stack = await starting
  if (!ending) {
    console.log(`\nready on ${stack.origin}\n`)
    if (stack.sandboxOrigin === null) {
      console.log('This run dials WhatsApp itself. First admin: npm run create-admin -- --live\n')
    } else {
      if (stack.foreignUrl === null)
        console.log(`  phones    ${stack.sandboxOrigin}/sandbox/phone   (nothing reaches WhatsApp)`)
      else console.log(`  WhatsApp  ${stack.foreignUrl}`)
      console.log(`  sign in   ${DEMO_PEOPLE.map((person) => person.email).join(', ')}`)
      console.log(`  password  ${DEMO_PASSWORD}\n`)
    }
  }
} catch (error) {
  if (!ending) fail(error)
}
