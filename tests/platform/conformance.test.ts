// The cases of the simulator's platform in real workerd: what its double is held to (tests/simulate/platform/conformance).
import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, test } from 'vitest'
import { CASES } from '../simulate/platform/conformance/cases.ts'
import type { Inside, Probe, ProbeEnv } from '../simulate/platform/conformance/probe.ts'
import type { World } from '../simulate/platform/conformance/world.ts'

const bound = env as unknown as ProbeEnv
const stubOf = (name: string): DurableObjectStub => bound.PROBE.get(bound.PROBE.idFromName(name))
const inside = <T>(name: string, act: (inside: Inside) => T | Promise<T>): Promise<T> =>
  runInDurableObject<DurableObject, T>(stubOf(name), (probe, ctx) => act({ ctx, probe: probe as unknown as Probe }))

const world: World = {
  env: bound,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  inside,
  evict: (name) => evictDurableObject(stubOf(name)),
  kill: (name) =>
    inside(name, async ({ ctx }) => {
      await ctx.storage.sync()
      setTimeout(() => ctx.abort('killed'), 0)
    }),
}

for (const [about, cases] of Object.entries(CASES))
  describe(about, () => {
    for (const { name, run } of cases) test.concurrent(name, () => run(world))
  })
