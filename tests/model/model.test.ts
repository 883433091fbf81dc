// The model beside the engine: explored whole in little worlds, and each fault planted in it is found.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explore } from './explore.ts'
import { INVARIANTS } from './invariants.ts'
import { WITHOUT, WRONG } from './plants.ts'
import { STEPS } from './steps/all.ts'
import { LITTLE, PARTS } from './worlds.ts'

const RIGHT = { steps: STEPS, invariants: INVARIANTS }
const PART = 50_000
const root = join(import.meta.dirname, '../..')

test.each(Object.entries(LITTLE))('every state of this world is right: %s', (_name, w) => {
  expect(explore(w, RIGHT)).toMatchObject({ broken: null, isComplete: true })
})

test('each step is taken in some world', () => {
  // dead words would look like a condition that always holds
  const taken = new Set<string>()
  const steps = STEPS.map((step) => {
    const does: typeof step.does = (...at) => {
      taken.add(step.name)
      step.does(...at)
    }
    return { ...step, does }
  })
  for (const w of Object.values(LITTLE)) explore(w, { steps, invariants: [] })
  expect(STEPS.filter(({ name }) => !taken.has(name)).map(({ name }) => name)).toEqual([])
})

describe('a fault in the model is found', () => {
  test.each([...WITHOUT, ...WRONG])('$name', ({ steps }) => {
    const found = Object.values({ ...LITTLE, ...PARTS }).some((w) => {
      const { broken } = explore(w, { steps, invariants: INVARIANTS }, PART)
      return broken !== null && broken.trace.length > 0
    })
    expect(found).toBe(true)
  })
})

test('what is found is told as steps in words', () => {
  const early = WRONG.find(({ name }) => name.includes('a lease is given early'))
  const [w] = Object.values(LITTLE)
  if (!early || !w) throw new Error('it has another name')
  const { broken } = explore(w, { steps: early.steps, invariants: INVARIANTS })
  expect(broken?.invariant).toMatchObject({
    rule: 'one-runner',
    what: 'two runners have the session of an account open',
  })
  expect(broken?.trace).toEqual([
    'account 1 gives its lease to runner 1',
    'account 1 tells its runner to log in',
    'runner 1 logs in as account 1',
    'account 1 fences its runner',
    'account 1 gives its lease to runner 2',
    'account 1 tells its runner to log in',
    'runner 2 logs in as account 1',
  ])
})

test('invariants and conditions have the names of rules', () => {
  const rules = new Set(
    [...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^### (.+)$/gm)].map((m) => m[1]),
  )
  const named = [...INVARIANTS.map(({ rule }) => rule), ...STEPS.flatMap((s) => s.needs.map(({ rule }) => rule))]
  expect([...new Set(named)].filter((rule) => rule !== null && !rules.has(rule))).toEqual([])
})

test('the model imports nothing of the product', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'tests/model'], {
    cwd: root,
    encoding: 'utf8',
  })
  const foreign = files
    .split('\n')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
        .map((m) => relative(join(root, 'tests/model'), join(root, file, '..', m[1] ?? '')))
        // how a command reads its flags is nothing of the product
        .filter((to) => to.startsWith('..') && to !== '../../scripts/flags.ts'),
    )
  expect([files.includes('tests/model/world.ts'), foreign]).toEqual([true, []])
})
