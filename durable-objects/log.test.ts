import { expect, test, vi } from 'vitest'
import { ATTEMPT, SECRETS, TEXT } from '../tests/support/told.ts'
import { logFault } from './log.ts'

test('rule log-lines: a fault of an object says its account and no number, token or key', () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)))
  logFault('claim', new Error(TEXT), { object: 'account-blast', account: `acc-${ATTEMPT}`, now: 0 })
  spy.mockRestore()
  for (const secret of SECRETS) expect(lines.join()).not.toContain(secret)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', account: `acc-${ATTEMPT}`, what: 'claim' })
  expect(lines[0]).toContain(`in ${ATTEMPT}`)
})
