// `npm run setup` as the tests of it run it.
import type { Op } from './op.ts'

export const ANSWERS = [
  '--domain',
  'blast.example.com',
  '--turnstile-site-key',
  '0x4AAAAAAAsitekey',
  '--mail-from',
  'kabar@example.com',
  '--new-keys',
]
const SECRET = { TURNSTILE_SECRET: 'turnstile-secret-of-the-op' }
export const setup = (op: Op, args: readonly string[], env: Record<string, string | undefined> = SECRET) =>
  op.run('scripts/cloudflare/setup/main.ts', args, env)
export const writes = (op: Op): string[] =>
  op.double.calls.filter((c) => c.method !== 'GET').map((c) => `${c.method} ${c.path}`)
/** A secret of the Worker as Cloudflare has it. */
export const secretOf = (op: Op, name: string): string =>
  op.double.state.scripts.get('wa-blaster-api')?.secrets.get(name) ?? ''
