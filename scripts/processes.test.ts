// Groups of processes as each system reports them: ps runs here as on macOS; for Windows the printed output is a fixture.
import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { descendantsOf, endGroup, identityOf, lives, membersOf, parseCim, parsePs } from './processes.mjs'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) if (child.pid !== undefined) endQuietly(child.pid)
})
const endQuietly = (group: number): void => {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // it has ended
  }
}
/** Heads a group with a child of its own, and ignores SIGTERM. */
const STUBBORN = `
const { spawn } = require('node:child_process')
process.on('SIGTERM', () => {})
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1e6)'],
  { stdio: ['ignore', 'pipe', 'ignore'] })
child.stdout.once('data', () => console.log(child.pid))`
const startGroup = async (): Promise<{ head: number; child: number }> => {
  const process_ = spawn(process.execPath, ['-e', STUBBORN], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(process_)
  const said = await new Promise<string>((done) =>
    process_.stdout?.once('data', (chunk: Buffer) => done(String(chunk))),
  )
  return { head: process_.pid ?? 0, child: Number(said) }
}

describe.each(process.platform === 'linux' ? (['proc', 'ps'] as const) : (['ps'] as const))('seen by %s', (source) => {
  test('a group is its head and what that started, until the last of them has ended', async () => {
    const { head, child } = await startGroup()
    const group = identityOf(head, source)
    expect(membersOf(group, source).toSorted()).toEqual([head, child].toSorted())
    process.kill(head, 'SIGKILL')
    await new Promise<void>((done) => started[0]?.once('exit', () => done()))
    expect(membersOf(group, source)).toEqual([child])
    await endGroup(group, 100, source)
    expect(membersOf(group, source)).toEqual([])
  })

  test('a process is known by its birth; one that never was is nobody', () => {
    const self = identityOf(process.pid, source)
    expect(self.born).toMatch(/\d/)
    expect(lives(self, source)).toBe(true)
    expect(lives({ ...self, born: 'another' }, source)).toBe(false)
    expect(identityOf(2 ** 22 + 1, source)).toEqual({ pid: 2 ** 22 + 1, born: null })
  })
})

test('the birth that ps tells is the same text in every time zone and language', () => {
  const before = identityOf(process.pid, 'ps').born
  const { TZ, LC_ALL } = process.env
  Object.assign(process.env, { TZ: 'Asia/Jakarta', LC_ALL: 'id_ID.UTF-8' })
  try {
    expect(identityOf(process.pid, 'ps').born).toBe(before)
  } finally {
    for (const [name, value] of Object.entries({ TZ, LC_ALL })) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  }
})

test('rows of ps of macOS are read', () =>
  expect(parsePs('    1     0     1 Ss\n 4711     1  4711 Z+\n  812   100   100 S+\n')).toEqual([
    { pid: 1, parent: 0, group: 1, zombie: false, born: '' },
    { pid: 4711, parent: 1, group: 4711, zombie: true, born: '' },
    { pid: 812, parent: 100, group: 100, zombie: false, born: '' },
  ]))

describe("Windows' table", () => {
  const rows = parseCim('10 4 100\r\n11 10 200\r\n12 11 300\r\n13 10 50\r\n14 99 400\r\n\r\n')
  test('a head has its children and theirs', () => expect(descendantsOf(rows, [10])).toEqual([11, 12]))
  test('an older process with that parent is of another that had the pid before', () =>
    expect(descendantsOf(rows, [10])).not.toContain(13))
  test('what a child that has ended left is found by its pid', () => expect(descendantsOf(rows, [99])).toEqual([14]))
})
