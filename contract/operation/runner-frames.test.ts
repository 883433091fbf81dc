import { expect, test } from 'vitest'
import { readControlUp, readDownFrame, readUpFrame } from './runner-frames.ts'

test('rule newer-words: a command of a newer Worker is left out, and the others of its frame are carried out', () => {
  const commands = [{ kind: 'handOver' }, { kind: 'of-the-future', n: 1 }, { kind: 'disconnect', logout: false }]
  const frame = readDownFrame(JSON.stringify({ ack: 4, at: 9, commands }))
  expect(frame).toMatchObject({ ack: 4, at: 9, commands: [commands[0], commands[2]] })
  expect(frame?.unreadable).toEqual(['kind: invalid_union'])
})
test.each(['{ not json', '{"commands":7}', 'null'])('%s is no frame', (text) => expect(readDownFrame(text)).toBeNull())
test('a fact of a newer runner is named, and the others of its frame are read', () => {
  const facts = [
    { seq: 1, fact: { kind: 'of-the-future' } },
    { seq: 2, fact: { kind: 'leaving' } },
    { seq: 3, fact: { kind: 'unrestricted', cause: 'of-the-future' } },
  ]
  const read = readUpFrame(JSON.stringify({ facts })) ?? []
  expect(read.map(({ seq, fact }) => [seq, fact])).toEqual([
    [1, null],
    [2, { kind: 'leaving' }],
    [3, null],
  ])
  expect(readUpFrame('{"facts":[{"fact":{"kind":"leaving"}}]}')).toBeNull()
})
test('a word of a newer runner on the control socket is told from what cannot be read', () => {
  expect(readControlUp('{"kind":"draining"}')).toEqual({ kind: 'draining' })
  expect(readControlUp('{"kind":"of-the-future","n":1}')).toBe('newer')
  for (const text of ['{"kind":', '{"kind":"closed"}', '{"accounts":1}', 'null']) expect(readControlUp(text)).toBeNull()
})
