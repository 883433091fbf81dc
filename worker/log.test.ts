// What is logged is one JSON line, whatever stands in it: who reads the log by lines cannot be shown a line that nobody wrote.
import { expect, test, vi } from 'vitest'
import { ATTEMPT, SECRETS, TEXT } from '../tests/support/told.ts'
import { didNotAnswer, errorFields, log } from './log.ts'

test('a text with line breaks and quotes stays inside its field, and the time is UTC', () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)))
  const forged = '\r\n{"level":"error","message":"forged","time":"2020-01-01T00:00:00.000Z"}\u2028"'
  log.warn('a line', { detail: forged, ...errorFields(new Error(forged)) })
  spy.mockRestore()
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/[\r\n]/)
  const told = JSON.parse(lines[0] ?? '') as Record<string, string>
  expect(told).toMatchObject({ level: 'warn', message: 'a line', error: 'Error' })
  expect(told['detail']).toContain('forged')
  expect(new Date(told['time'] ?? '').toISOString()).toBe(told['time'])
  expect(Math.abs(Date.now() - Date.parse(told['time'] ?? ''))).toBeLessThan(60_000)
})

test('rule log-lines: a line has its level and ids, and no number, token or key, wherever they stand', () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)))
  const ids = { requestId: '8f12345678901234-SIN', account: `acc-${ATTEMPT}`, attempt: ATTEMPT }
  log.error(TEXT, { ...ids, detail: TEXT })
  log.warn('a query', { ...ids, ...errorFields(new Error(TEXT)) })
  log.info('its cause', { ...ids, ...errorFields(new Error('outside', { cause: new Error(TEXT) })) })
  spy.mockRestore()
  for (const secret of SECRETS) expect(lines.join()).not.toContain(secret)
  for (const [i, level] of ['error', 'warn', 'info'].entries())
    expect(JSON.parse(lines[i] ?? '')).toMatchObject({ level, ...ids })
})

test('an account that does not answer is named', () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)))
  expect(didNotAnswer(`acc-${ATTEMPT}`)(new Error('reset'))).toBeNull()
  spy.mockRestore()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'an object did not answer', account: `acc-${ATTEMPT}` })
})
