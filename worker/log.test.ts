// What is logged is one JSON line, whatever stands in it: who reads the log by lines cannot be shown a line that nobody wrote.
import { expect, test, vi } from 'vitest'
import { errorFields, log } from './log.ts'

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
