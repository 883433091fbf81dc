// What a conformance case may use. workerd provides it in tests/platform/conformance.test.ts, the double in
// conformance.test.ts beside this folder; a case cannot tell which of them it runs in.
import { type Behaviour, behaviours, type Inside, type ProbeEnv, type ProbeRpc } from './probe.ts'

export type Client = {
  ws: WebSocket
  /** Messages and closes in order: ['message', data], ['close', code, reason, wasClean]. */
  heard: unknown[][]
}
export type World = {
  env: ProbeEnv
  /** Milliseconds; virtual in the double. */
  sleep: (ms: number) => Promise<void>
  inside: <T>(name: string, act: (inside: Inside) => T | Promise<T>) => Promise<T>
  /** Takes the object out of memory as a hibernation does. */
  evict: (name: string) => Promise<void>
  /** Ends the object as a crash does, after its writes are safe. */
  kill: (name: string) => Promise<void>
}
export type Case = { name: string; run: (world: World) => Promise<void> }

export const sql = (inside: Inside): SqlStorage => inside.ctx.storage.sql
export const stub = (world: World, name: string): ProbeRpc =>
  world.env.PROBE.get(world.env.PROBE.idFromName(name)) as unknown as ProbeRpc
/** States what the object of this name does; every case uses names of its own. */
export const behave = (name: string, behaviour: Behaviour): void => {
  behaviours.set(name, behaviour)
}
export const connect = async (world: World, name: string, headers: Record<string, string> = {}): Promise<Client> => {
  const request = new Request('http://probe/', { headers: { upgrade: 'websocket', ...headers } })
  const response = await stub(world, name).fetch(request)
  const ws = response.webSocket as WebSocket
  const heard: unknown[][] = []
  ws.addEventListener('message', ({ data }) => {
    heard.push(['message', data])
  })
  ws.addEventListener('close', ({ code, reason, wasClean }) => {
    heard.push(['close', code, reason, wasClean])
  })
  ws.accept()
  return { ws, heard }
}
/** The result of the work, or `Name: message` of what it threw; positions in SQL are not compared. */
export const outcome = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    const { name, message } = error as Error
    return `${name}: ${message.replace(/ at offset \d+/, '')}`
  }
}
/** Waits for a condition, not for a time. @throws Error after five seconds */
export const until = async (world: World, what: string, holds: () => unknown): Promise<void> => {
  for (let waited = 0; waited < 5_000; waited += 10) {
    if (await holds()) return
    await world.sleep(10)
  }
  throw new Error(`never happened: ${what}`)
}
