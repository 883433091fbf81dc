// The side of the world that is of the release before is loaded by its path: one that nothing imports any more would be of here, unseen.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SIDES } from './beside.ts'

const world = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n')

test.each(Object.values(SIDES).flat())('the world imports %s', (path) => {
  expect(world).toContain(`from '../../${path}`)
})
