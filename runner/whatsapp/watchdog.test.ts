import { expect, test } from 'vitest'
import { Watchdog } from './watchdog.ts'

test('asks when idle, is content with any answer, gives up without one', () => {
  const dog = new Watchdog({ idleMs: 10, answerMs: 8 }, 0)
  expect(dog.check(9)).toBe('fine')
  expect(dog.check(10)).toBe('ask')
  expect(dog.check(15)).toBe('fine')
  dog.heard(16)
  expect(dog.check(25)).toBe('fine')
  expect(dog.check(26)).toBe('ask')
  expect(dog.check(33)).toBe('fine')
  expect(dog.check(34)).toBe('dead')
})
