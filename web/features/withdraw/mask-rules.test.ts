import { expect, test } from 'vitest'
import { masked } from './mask-rules.ts'

test.each([
  ['9876543210', '••••3210'],
  ['0812 3000 0011', '••••0011'],
  ['123', '••••3'],
  ['', '••••'],
])('%j is shown as %j', (number, shown) => expect(masked(number)).toBe(shown))
test('what the browser keeps of a number is masked like the number', () =>
  expect(masked('••••7890')).toBe(masked('1234567890')))
