// Memory of the Worker's own isolate while something long is under way, by V8's inspector: the heap as V8 has allocated it
// and what it holds outside (buffers, long strings, the runtime's own objects). Locally bucket, database and queue are Workers of their own
// in the same process, with isolates of their own, and are not in it.
import { WebSocket } from 'ws'
import { origin, WORKER_NAME } from '../../scripts/stack/parts.ts'
import type { Alone } from './worker-alone.ts'

const LOOK_MS = 100
const MB = 1_048_576
type Usage = { totalSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number }
type Answer = { id: number; result?: Usage; error?: { message: string } }

type Inspector = { ask: (method: string) => Promise<Usage>; close: () => void }
const openInspector = async (port: number): Promise<Inspector> => {
  const targets = (await (await fetch(`${origin(port)}/json`)).json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id, webSocketDebuggerUrl }) => `${id} ${webSocketDebuggerUrl}`.includes(WORKER_NAME))
  if (!target) throw new Error(`no isolate of ${WORKER_NAME} among ${JSON.stringify(targets)}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  const waiting = new Map<number, { done: (usage: Usage) => void; fail: (error: Error) => void }>()
  let last = 0
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data)) as Answer
    const asked = waiting.get(id)
    waiting.delete(id)
    if (result) asked?.done(result)
    else if (error) asked?.fail(new Error(error.message))
  })
  socket.on('close', () => {
    for (const { fail } of waiting.values()) fail(new Error('the inspector was closed'))
  })
  return {
    ask: (method) =>
      new Promise((done, fail) => {
        last += 1
        waiting.set(last, { done, fail })
        socket.send(JSON.stringify({ id: last, method }))
      }),
    close: () => socket.close(),
  }
}

/** Megabytes: after a collection beforehand, and the highest meanwhile, with what is not collected yet. */
export type IsolateMemory = { idleMb: number; highestMb: number; looks: number }

/** An isolate that has nothing to do collects nothing: any request makes it look at what the inspector asked. */
const collectGarbage = async (inspector: Inspector, workerOrigin: string): Promise<void> => {
  const collected = inspector.ask('HeapProfiler.collectGarbage').then(() => true)
  const poked = async (): Promise<boolean> => {
    await fetch(`${workerOrigin}/api/health`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    return false
  }
  // the first request may be over before the isolate was asked
  while (!(await Promise.race([collected, poked()])));
}

/** Looks ten times a second until `work` is done; the isolate answers between two of its tasks. */
export const watchIsolate = async (
  { inspectorPort, origin: workerOrigin }: Alone,
  work: () => Promise<unknown>,
): Promise<IsolateMemory> => {
  const inspector = await openInspector(inspectorPort ?? 0)
  // allocated, not used: the heap shrinks only at a collection, so a peak between two looks is still in it
  const allocatedMb = async (): Promise<number> => {
    const usage = await inspector.ask('Runtime.getHeapUsage')
    return (usage.totalSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)) / MB
  }
  try {
    await collectGarbage(inspector, workerOrigin)
    const idleMb = await allocatedMb()
    const over = new AbortController()
    let [highestMb, looks] = [idleMb, 0]
    const watching = (async () => {
      while (!over.signal.aborted) {
        highestMb = Math.max(highestMb, await allocatedMb())
        looks += 1
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    })()
    await work().finally(() => over.abort())
    await watching
    return { idleMb, highestMb, looks }
  } finally {
    inspector.close()
  }
}
