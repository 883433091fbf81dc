// `node sandbox/main.ts`: the local WhatsApp as a process. SANDBOX_PORT, DATA_DIR, HOST.
import { z } from 'zod'
import { startSandbox } from './server.ts'

const environment = z
  .object({
    SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
    DATA_DIR: z.string().min(1).default('.data'),
    HOST: z.string().min(1).default('127.0.0.1'),
  })
  .parse(process.env)

// libsignal logs its sessions with their keys to the console: silenced.
console.info = () => undefined
console.warn = () => undefined
console.error = () => undefined
const log = (line: string) => void process.stderr.write(`sandbox ${line}\n`)

try {
  const sandbox = await startSandbox({
    port: environment.SANDBOX_PORT,
    host: environment.HOST,
    dataDir: environment.DATA_DIR,
    log,
  })
  console.log(`sandbox ready on ${sandbox.url}/sandbox/phone`)
  const stop = () => void sandbox.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  log(taken ? `Port ${environment.SANDBOX_PORT} sudah dipakai.` : String(error))
  process.exit(1)
}
