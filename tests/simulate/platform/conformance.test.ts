// The double of the platform passes the cases that real workerd passes in tests/platform/conformance.test.ts.
import { afterAll, beforeAll, describe, test } from 'vitest'
import { CASES } from './conformance/cases.ts'
import { consumers, Probe, type ProbeEnv } from './conformance/probe.ts'
import type { World } from './conformance/world.ts'
import { Database } from './d1.ts'
import { Platform } from './platform.ts'

const platform = new Platform({
  seed: 1,
  startsAt: Date.UTC(2026, 0, 1),
  objects: { PROBE: Probe },
  databases: { DB: new Database() },
  queues: { probe: { maxBatchSize: 5, maxBatchTimeout: 1, maxRetries: 2 } },
  producers: { QUEUE: 'probe' },
  buckets: ['R2'],
})
platform.queue('probe').consume((batch) => consumers.get('probe')?.(batch))

const world: World = {
  env: platform.env as unknown as ProbeEnv,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  inside: (name, act) => platform.inside('PROBE', name, (user, ctx) => act({ ctx, probe: user as Probe })),
  evict: async (name) => {
    while (!platform.object('PROBE', name).evict()) await world.sleep(1)
  },
  kill: async (name) => platform.object('PROBE', name).die(new Error('killed'), Number.POSITIVE_INFINITY),
}

beforeAll(() => {
  platform.install()
})
afterAll(() => {
  platform.dispose()
})
for (const [about, cases] of Object.entries(CASES))
  describe(about, () => {
    for (const { name, run } of cases) test(name, () => platform.drive(() => run(world)))
  })
