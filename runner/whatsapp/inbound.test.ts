import { proto } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { repliesOf, revokedId } from './inbound.ts'

describe('texts that may mean stop', () => {
  test.each<[string, proto.IMessage, string[]]>([
    ['a plain text', { conversation: 'STOP' }, ['STOP']],
    ['a text with context', { extendedTextMessage: { text: 'Berhenti' } }, ['Berhenti']],
    [
      'a tapped native button',
      {
        interactiveResponseMessage: {
          body: { text: 'Tidak mau lagi' },
          nativeFlowResponseMessage: {
            name: 'quick_reply',
            paramsJson: '{"id":"stop","display_text":"Tidak mau lagi"}',
          },
        },
      },
      ['Tidak mau lagi', 'stop'],
    ],
    [
      'a tapped button of the old kind',
      { buttonsResponseMessage: { selectedButtonId: 'stop-1', selectedDisplayText: 'Berhenti' } },
      ['Berhenti', 'stop-1'],
    ],
    [
      'a template button',
      { templateButtonReplyMessage: { selectedId: 'x', selectedDisplayText: 'STOP' } },
      ['STOP', 'x'],
    ],
    ['a disappearing message', { ephemeralMessage: { message: { conversation: 'unsub' } } }, ['unsub']],
    ['a view-once message', { viewOnceMessage: { message: { conversation: 'unsub' } } }, ['unsub']],
    ['a text longer than any opt-out', { conversation: 'x'.repeat(65) }, []],
    ['white space', { conversation: '   ' }, []],
    ['a picture without words', { imageMessage: {} }, []],
    [
      'parameters that are no JSON',
      { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '{' } } },
      [],
    ],
    [
      'parameters that are a number',
      { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '7' } } },
      [],
    ],
  ])('%s', (_name, message, texts) => expect(repliesOf(message)).toEqual(texts.map((text) => ({ text, means: null }))))
  test('nothing', () => expect(repliesOf(null)).toEqual([]))
  test('rule opt-out: who sends a picture, a video or a file with it says what its caption says', () => {
    const caption = 'BERHENTI'
    const file = { documentMessage: { caption } }
    const sent: proto.IMessage[] = [{ imageMessage: { caption } }, { videoMessage: { caption } }, file]
    for (const message of [...sent, { documentWithCaptionMessage: { message: file } }])
      expect(repliesOf(message)).toEqual([{ text: caption, means: null }])
  })
  test('rule opt-out: whoever changes what they wrote says what it says then', () => {
    const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
    const edit = { protocolMessage: { type, key: { id: 'M1' }, editedMessage: { conversation: 'BERHENTI' } } }
    for (const sent of [edit, { editedMessage: { message: edit } }])
      expect(repliesOf(sent)).toEqual([{ text: 'BERHENTI', means: null }])
  })
  test('rule own-words: of a long text only what it means is passed on', () => {
    const long = 'Kenapa saya masih dikirimi terus setiap pagi, padahal sudah bilang berhenti dari kemarin?'
    expect(repliesOf({ conversation: long })).toEqual([{ text: '', means: 'doubt' }])
    expect(repliesOf({ extendedTextMessage: { text: `${long} ${long}` } })).toEqual([{ text: '', means: 'doubt' }])
  })
})

describe('a deletion for everyone', () => {
  const deletion = {
    protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key: { id: 'M1', fromMe: true } },
  }
  test('names the deleted message, in its envelope or bare', () => {
    expect(revokedId(deletion)).toBe('M1')
    expect(revokedId({ deviceSentMessage: { message: deletion } })).toBe('M1')
    expect(revokedId(proto.Message.decode(proto.Message.encode(deletion).finish()))).toBe('M1')
  })
  test('rule suspension: an edit takes the message away from its recipient as well', () => {
    const key = { id: 'M1', fromMe: true }
    const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
    const edit = { protocolMessage: { type, key, editedMessage: { conversation: '.' } } }
    const wrapped = { editedMessage: { message: edit } }
    for (const sent of [
      edit,
      wrapped,
      { deviceSentMessage: { message: edit } },
      { deviceSentMessage: { message: wrapped } },
    ]) {
      expect(revokedId(sent)).toBe('M1')
      expect(revokedId(proto.Message.decode(proto.Message.encode(sent).finish()))).toBe('M1')
    }
  })
  test('is not every protocol message', () => {
    const { EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type
    expect(revokedId({ protocolMessage: { type: EPHEMERAL_SETTING, key: { id: 'M1' } } })).toBeNull()
    expect(revokedId({ conversation: 'x' })).toBeNull()
  })
})
