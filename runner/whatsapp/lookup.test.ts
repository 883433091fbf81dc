// Answers of a look-up as they stand on the wire.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { Refused } from '../sender.ts'
import { readAnswer } from './lookup.ts'

const node = (tag: string, attrs: Record<string, string> = {}, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
})
const user = (number: string, type?: string) =>
  node('user', { jid: `${number}@s.whatsapp.net` }, type ? [node('contact', { type }, `+${number}`)] : [])
const answer = (users: BinaryNode[], result: BinaryNode[] = []): BinaryNode =>
  node('iq', { type: 'result' }, [node('usync', {}, [node('result', {}, result), node('list', {}, users)])])

describe('an answer to a look-up', () => {
  test('says in and out for each number it names', () => {
    const found = readAnswer(answer([user('62811', 'in'), user('62812', 'out')]), ['62811', '62812'])
    expect([...found]).toEqual([
      ['62811', true],
      ['62812', false],
    ])
  })
  test('says nothing of a number it leaves out, or names without an entry', () => {
    const found = readAnswer(answer([user('62811', 'in'), user('62813')]), ['62811', '62812', '62813'])
    expect([...found.keys()]).toEqual(['62811'])
  })
  test('an error inside it is a refusal, with its code and pause', () => {
    const error = node('contact', {}, [node('error', { code: '429', backoff: '600', text: 'rate-overlimit' })])
    const refused = () => readAnswer(answer([], [error]), ['62811'])
    expect(refused).toThrow(Refused)
    expect(refused).toThrow(expect.objectContaining({ code: 429, backoffS: 600 }))
  })
  test('the one that was asked about may be known under another name', () => {
    const renamed = node('user', { jid: '62999@s.whatsapp.net' }, [node('contact', { type: 'in' })])
    expect(readAnswer(answer([renamed]), ['62811']).get('62811')).toBe(true)
  })
})
