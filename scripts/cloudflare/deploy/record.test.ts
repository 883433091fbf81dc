import { expect, test } from 'vitest'
import { historyOf, noteText, readNote, type Version } from './record.ts'

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
  expect(historyOf([], [])).toEqual({
    running: [],
    live: null,
    secretsChanged: false,
    before: [],
    newestVersion: null,
  })
})
test('of two that share the traffic the older one is live until the new one has more than half, and stays what ran before', () => {
  const versions = [release(1, '1.0.0'), release(2, '1.1.0')]
  const at = (...percents: number[]) => {
    const shares = (percent: number) => [
      { version_id: 'v2', percentage: percent },
      { version_id: 'v1', percentage: 100 - percent },
    ]
    const all = percents.map((percent) => ({ versions: shares(percent).filter(({ percentage }) => percentage > 0) }))
    const { live, before, newestVersion } = historyOf(versions, all)
    return [live?.versionId, before.map(({ versionId }) => versionId), newestVersion?.id]
  }
  expect(at(10, 0)).toEqual(['v1', [], 'v2'])
  expect(at(50, 10, 0)).toEqual(['v1', [], 'v2'])
  expect(at(100, 50, 10, 0)).toEqual(['v2', ['v1', 'v1', 'v1'], 'v2'])
  // it went back by itself
  expect(at(0, 100, 50, 10, 0)).toEqual(['v1', [], 'v2'])
})
test('a note of a page tells Worker and image too, and a reader of before takes them for a part of the bookmark', () => {
  const note = { version: '1.0.0', commit: 'c0ffee', schema: '0001_x.sql', bookmark: 'b' }
  const whole = { ...note, worker: 'v1', image: 'registry.example/runner@sha256:1' }
  expect([note, { ...note, worker: 'v1' }, whole].map((one) => readNote(noteText(one)))).toEqual([
    note,
    { ...note, worker: 'v1' },
    whole,
  ])
  expect(noteText(whole).split(' · ')).toHaveLength(4)
  expect([undefined, '', 'a · b · c', 'a · b · c · d · e'].map(readNote)).toEqual([null, null, null, null])
})
