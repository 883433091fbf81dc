import { expect, test } from 'vitest'
import { maskAccount } from './account-number.ts'

test.each([
  ['9876543210', '••••3210'],
  ['0812 3000 0011', '••••0011'],
  ['123', '••••3'],
  ['', ''],
])('%j is shown as %j', (number, shown) => expect(maskAccount(number)).toBe(shown))
test('what is masked already stays as it is', () => expect(maskAccount('••••7890')).toBe(maskAccount('1234567890')))
