// The other side of the sessions benchmark: one process that holds a socket an account, and nothing else. Prints how long
// it took until all were open, as one JSON line, and holds them until its input ends.
import { bareWhatsapp } from './bare-socket.ts'
import { inParallel } from './in-parallel.ts'

type Job = { sandbox: string; keys: string; phones: string[] }
const job = JSON.parse(process.argv[2] ?? '{}') as Job
/** More would make the sandbox the slower side. */
const AT_ONCE = 10

const open = await bareWhatsapp(job.sandbox, job.keys)
const began = Date.now()
const sockets = await inParallel(job.phones, AT_ONCE, open)
console.log(JSON.stringify({ open: sockets.length, ms: Date.now() - began }))
process.stdin.on('end', () => process.exit(0)).resume()
