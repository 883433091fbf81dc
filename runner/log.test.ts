import { pino } from 'pino'
import { expect, test } from 'vitest'
import { alertOnce } from './log.ts'

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
