import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { LIMITS } from '../../../domain/ground/limits/rules.ts'
import { mustBeReady, patienceMsOf } from './ready.ts'
import type { Ship } from './steps.ts'

test('rule readiness: a first release has the minutes that its containers need, and asks within the limit of those who ask', async () => {
  const FIRST = { isFirst: true, containers: true }
  expect([patienceMsOf(undefined, FIRST), patienceMsOf('20', FIRST)]).toEqual([300_000, 20_000])
  for (const of of [
    { ...FIRST, isFirst: false },
    { ...FIRST, containers: false },
  ])
    expect(patienceMsOf(undefined, of)).toBe(60_000)
  let asked = 0
  const starting = createServer((_, answer) => void answer.end(String(asked++))).listen(0, '127.0.0.1')
  await once(starting, 'listening')
  const address = `http://127.0.0.1:${(starting.address() as AddressInfo).port}`
  const ship = { name: 'production', note: { version: '1' } } as unknown as Ship
  const [begun, patienceMs] = [Date.now(), 7_000]
  await expect(mustBeReady(ship, { address, headers: {}, despite: [], patienceMs })).rejects.toThrow('is not ready')
  starting.close()
  expect(asked).toBeGreaterThan(1)
  const { most, minutes } = LIMITS.health
  expect(asked / (Date.now() - begun)).toBeLessThan(most / (minutes * MINUTE_MS))
}, 30_000)
