// Everything that two releases say to each other while both are out: frames, bodies of queues, events, documents that one writes and the other
// reads, and the names of the objects' calls. `npm run release` keeps it of a release in before.json.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { eventSchemas } from '../support/event-frames.ts'
import { command, controlDown, controlUp, fact, upFrame } from '../../contract/operation/runner.ts'
import { settlementBatch } from '../../contract/money/settlement.ts'
import { watchFrame } from '../../contract/operation/watched-rows.ts'
import { manifest, state } from '../../domain/operation/backup/format.ts'
import type { Schema } from './samples.ts'

/** As a page reads it: what it does not know of an event, it passes over. */
const event = z.union(
  eventSchemas.map(({ shape: { event: name, payload, seq } }) =>
    z.object({ event: name, payload: z.object(payload.shape), seq }),
  ),
)

export const SHAPES = {
  'control socket, up': controlUp,
  'control socket, down': controlDown,
  'command of an object': command,
  'fact of a runner': fact,
  'frame of a runner': upFrame,
  'settlement in the queue': settlementBatch,
  'event to a page': event,
  'what an admin looks at': watchFrame,
  'manifest of a backup': manifest,
  'state of a backup': state,
} as const satisfies Record<string, z.ZodType>

/** As somebody writes it (all that has a default is there), and as it is read. JSON Schema. */
export type Shape = { written: Schema; read: Schema }
export const shapeOf = (schema: z.ZodType): Shape => ({
  written: z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'ref' }) as Schema,
  read: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' }) as Schema,
})

const FILES = ['rpc.ts', 'admin-rpc.ts']
/** Of each object its calls with parameters and answer, as the code says them in one line. */
export const rpcNames = (): Record<string, Record<string, string>> => {
  const found: Record<string, Record<string, string>> = {}
  for (const file of FILES) {
    const text = readFileSync(new URL(`../../durable-objects/${file}`, import.meta.url), 'utf8').replaceAll(
      /\/\*\*[\s\S]*?\*\//g,
      '',
    )
    for (const [, object = '', body = ''] of text.matchAll(/export interface (\w+Rpc) [^{]*\{\n([\s\S]*?)\n\}/g)) {
      const calls = body
        .replaceAll(/\s+/g, ' ')
        .matchAll(/(\w+)(\((?:[^()]|\([^()]*\))*\): Promise<.*?>)(?= \w+\(| ?$)/g)
      found[object] = Object.fromEntries([...calls].map(([, name = '', stated = '']) => [name, stated]))
    }
  }
  return found
}

export type Wire = { release: string; shapes: Record<string, Shape>; rpc: ReturnType<typeof rpcNames> }
export const wireOf = (release: string): Wire => ({
  release,
  shapes: Object.fromEntries(Object.entries(SHAPES).map(([name, schema]) => [name, shapeOf(schema)])),
  rpc: rpcNames(),
})
