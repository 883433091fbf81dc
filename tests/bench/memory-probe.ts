// Loaded into a measured process before its own code (`--expose-gc --import`): answers over HTTP what memory the process
// holds. A full collection comes first: without it heap and RSS show when V8 last collected, not what the sessions keep.
// RSS is the kernel's count of resident pages, what a container is billed and killed by; heap is what JavaScript objects
// of the process take.
import { createServer } from 'node:http'

export type Memory = { rssMb: number; heapMb: number }
const MB = 1_048_576

const measure = async (): Promise<Memory> => {
  if (globalThis.gc === undefined) throw new Error('node runs without --expose-gc')
  // once more after finalizers ran: what they freed is collected by the second
  for (let i = 0; i < 2; i++) {
    globalThis.gc()
    await new Promise((done) => setImmediate(done))
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rssMb: rss / MB, heapMb: heapUsed / MB }
}

// The options travel in NODE_OPTIONS, which the parent process of the measured program reads too.
const { MEMORY_PROBE_PORT: port, MEMORY_PROBE_PROGRAM: program } = process.env
if (port !== undefined && program !== undefined && process.argv[1]?.endsWith(program)) {
  createServer((_request, answer) => {
    measure().then(
      (memory) => answer.end(JSON.stringify(memory)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
    .listen(Number(port), '127.0.0.1')
    .unref()
}
