// The lists of tests/order.ts name files: a name that no file has would leave that file out without a word.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'
import { LONGEST, QUICK } from '../order.ts'

test.each([...LONGEST, ...QUICK])('%s exists', (file) => expect(existsSync(join(root, file))).toBe(true))
