// The release before and this one understand each other: what one writes the other reads, in both directions, and no call of an object was taken away.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { OBJECT_TRIES } from '../../domain/operation/backup/format.ts'
import { CHANGED_CALLS, NEW_CALLS, NEW_KINDS, NEW_WORDS } from '../wire/differences.ts'
import { samplesOf } from '../wire/samples.ts'
import { rpcNames, SHAPES, shapeOf, type Wire } from '../wire/shapes.ts'

const before = JSON.parse(readFileSync(new URL('../wire/before.json', import.meta.url), 'utf8')) as Wire
type Json = Parameters<typeof z.fromJSONSchema>[0]
const kindOf = (value: unknown): string => {
  const { kind, event } = (value ?? {}) as { kind?: unknown; event?: unknown }
  return String(kind ?? event)
}

/** The first that the reader refuses, with what it says. */
const refusedBy = (reader: z.ZodType, written: unknown[]): unknown[] =>
  written.flatMap((value) => {
    const read = reader.safeParse(value)
    return read.success ? [] : [{ value, says: read.error.issues }]
  })

describe.each(Object.entries(SHAPES))('%s', (name, schema) => {
  const old = before.shapes[name]
  test('is read as the release before writes it', () => {
    expect(old, 'not kept of the release before').toBeDefined()
    const written = samplesOf(old?.written ?? {})
    expect(written.length).toBeGreaterThan(0)
    expect(refusedBy(schema, written)).toEqual([])
  })
  test('is written as the release before reads it', () => {
    const ofOld = z.fromJSONSchema((old?.read ?? {}) as Json)
    const words = (NEW_WORDS[name] ?? []).map((word) => JSON.stringify(word))
    const isNew = (value: unknown): boolean =>
      (NEW_KINDS[name]?.includes(kindOf(value)) ?? false) || words.some((word) => JSON.stringify(value).includes(word))
    const written = samplesOf(shapeOf(schema).written)
    // what is new to it is new indeed
    expect(refusedBy(ofOld, written.filter(isNew)).length).toBe(written.filter(isNew).length)
    expect(
      refusedBy(
        ofOld,
        written.filter((value) => !isNew(value)),
      ),
    ).toEqual([])
  })
})

test('no object has lost a call, or has one that nobody thought of', () => {
  const calls = (rpc: Wire['rpc']): Map<string, string> =>
    new Map(
      Object.entries(rpc).flatMap(([object, named]) =>
        Object.entries(named).map(([name, parameters]) => [`${object}.${name}`, parameters] as const),
      ),
    )
  const old = calls(before.rpc)
  const now = calls(rpcNames())
  expect(now.size).toBeGreaterThan(60)
  expect([...old.keys()].filter((name) => !now.has(name))).toEqual([])
  expect([...now.keys()].filter((name) => !old.has(name))).toEqual(Object.keys(NEW_CALLS))
  expect(
    [...now].filter(([name, parameters]) => (old.get(name) ?? parameters) !== parameters).map(([name]) => name),
  ).toEqual(Object.keys(CHANGED_CALLS))
})

test('an object has its new code before a backup gives it up: its tries are a minute apart', () => {
  const { max_delay: delayS } = z
    .object({ durable_objects: z.object({ code_update_strategy: z.object({ max_delay: z.number() }) }) })
    .parse(parse(readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8')))
    .durable_objects.code_update_strategy
  expect(delayS).toBeLessThan((OBJECT_TRIES - 1) * 60)
})

test('what is broken on a wire is found: a kind, a field that is needed, a narrower word, a field that is gone', () => {
  const one = z.object({ kind: z.literal('a'), n: z.number(), word: z.enum(['x', 'y']) })
  const written = samplesOf(shapeOf(one).written)
  expect(refusedBy(one, written)).toEqual([])
  for (const other of [
    one.extend({ kind: z.literal('b') }),
    one.extend({ more: z.string() }),
    one.extend({ word: z.enum(['x']) }),
    one.extend({ n: z.number().min(10) }),
  ])
    expect(refusedBy(other, written).length).toBeGreaterThan(0)
  expect(refusedBy(one, samplesOf(shapeOf(one.omit({ n: true })).written)).length).toBeGreaterThan(0)
})
