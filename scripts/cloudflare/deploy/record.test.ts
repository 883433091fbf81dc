import { expect, test } from 'vitest'
import { historyOf, noteText, type Version } from './record.ts'

const release = (number: number, version: string): Version => ({
  id: `v${number}`,
  number,
  message: noteText({ version, commit: 'c0ffee', schema: '0001_x.sql', bookmark: 'b' }),
})
/** Made by a changed secret. */
const secret = (number: number): Version => ({ id: `v${number}`, number, message: undefined })
/** @param numbers versions that got all traffic, the newest first */
const after = (versions: readonly Version[], ...numbers: number[]) =>
  historyOf(
    versions,
    numbers.map((number) => ({ versions: [{ version_id: `v${number}`, percentage: 100 }] })),
  )
const namesOf = ({ before }: ReturnType<typeof after>) =>
  before.map(
    ({ versionId, note, hasOldSecrets }) => `${versionId} ${note.version}${hasOldSecrets ? ' old secrets' : ''}`,
  )

test('what ran before is there in its order, and what was put back stands for itself', () => {
  const versions = [release(1, '1.0.0'), release(2, '1.1.0'), release(3, '1.2.0')]
  expect(namesOf(after(versions, 3, 2, 1))).toEqual(['v2 1.1.0', 'v1 1.0.0'])
  expect(after(versions, 2, 3, 2, 1).live?.note.version).toBe('1.1.0')
  expect(namesOf(after(versions, 2, 3, 2, 1))).toEqual(['v1 1.0.0'])
})
test('a version that a secret made is the release before it, and all that is older has the old secret', () => {
  const versions = [release(1, '1.0.0'), secret(2), release(3, '1.1.0'), secret(4), release(5, '1.2.0')]
  const history = after(versions, 5, 4, 3, 2, 1)
  expect(namesOf(history)).toEqual(['v4 1.1.0', 'v3 1.1.0 old secrets', 'v2 1.0.0 old secrets', 'v1 1.0.0 old secrets'])
  expect([history.secretsChanged, after(versions.slice(0, 4), 4, 3).secretsChanged]).toEqual([false, true])
})
test('traffic that is shared is told as it is shared, and a version of nobody’s as such', () => {
  const shared = [
    { version_id: 'v2', percentage: 10 },
    { version_id: 'v1', percentage: 90 },
  ]
  expect(historyOf([secret(1), release(2, '1.0.0')], [{ versions: shared }]).running).toMatchObject([
    { note: { version: '1.0.0' }, percent: 10 },
    { note: null, percent: 90 },
  ])
  expect(historyOf([], [])).toEqual({ running: [], live: null, secretsChanged: false, before: [] })
})
