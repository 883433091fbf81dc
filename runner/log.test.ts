import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ATTEMPT, SECRETS, TEXT } from '../tests/support/told.ts'
import { alertOnce, makeLog } from './log.ts'

test('what would be said at every try is one alert a thing it is about', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  for (let i = 0; i < 3; i++) {
    alertOnce(log, 'session:a', { account: 'a' }, 'unreadable')
    alertOnce(log, 'session:b', { account: 'b' }, 'unreadable')
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, account: 'a', msg: 'unreadable' },
    { level: 50, account: 'b', msg: 'unreadable' },
  ])
})

test('rule log-lines: a line has its level and ids, and no number, token or key, however deep they stand', () => {
  const lines: string[] = []
  const log = makeLog('debug', 'runner-1', { write: (line) => void lines.push(line) })
  log.error({ err: new Error(TEXT), attemptId: ATTEMPT }, TEXT)
  log.warn({ account: `acc-${ATTEMPT}`, detail: TEXT, more: { jids: [TEXT] } }, 'nested')
  log.child({ account: `acc-${ATTEMPT}` }).debug({ err: new Error(TEXT) }, 'a child')
  for (const secret of SECRETS) expect(lines.join()).not.toContain(secret)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, runner: 'runner-1', attemptId: ATTEMPT },
    { level: 40, account: `acc-${ATTEMPT}` },
    { level: 20, account: `acc-${ATTEMPT}` },
  ])
})
