import { expect, test } from 'vitest'
import { LOCATION_HINTS } from '../contract/ground/location-hints.ts'
import type { ObjectsEnv } from './env.ts'
import * as stubs from './stubs.ts'

/** Every object that is asked for, with where it is to be made. */
const asked = (hint?: string): [string, unknown][] => {
  const found: [string, unknown][] = []
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string, options: { locationHint?: string }) => found.push([name, options.locationHint]),
  }
  const bindings = [
    'ACCOUNT_BLAST',
    'USER_CHANNEL',
    'ADMIN_CHANNEL',
    'ADMIN_COLLECTOR',
    'RUNNER_CONTAINER',
    'RUNNER_FLEET',
  ]
  const env = Object.fromEntries(bindings.map((name) => [name, namespace])) as unknown as ObjectsEnv
  const there = { ...env, ...(hint === undefined ? {} : { LOCATION_HINT: hint }) }
  for (const stub of Object.values(stubs) as ((env: ObjectsEnv, which: unknown) => unknown)[]) stub(there, 'one')
  return found
}

test('rule object-location: every object is made where the place says, no matter who asks for it first, and in Asia if it says nothing', () => {
  for (const hint of LOCATION_HINTS) {
    const found = asked(hint)
    expect(found.length).toBe(Object.keys(stubs).length)
    expect(new Set(found.map(([, where]) => where))).toEqual(new Set([hint]))
  }
  expect(asked().map(([, where]) => where)).toContain('apac')
  // a wrong one is told by environment.ts, and stops nothing here
  for (const hint of [undefined, 'jakarta'])
    expect(new Set(asked(hint).map(([, where]) => where))).toEqual(new Set(['apac']))
  expect(asked('me')).toContainEqual(['fleet', 'me'])
})
