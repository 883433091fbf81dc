import { expect, test } from 'vitest'
import { readReceipt } from './receipts.ts'

const OWN = ['628111', '9111']
const node = (attrs: Record<string, string>, items: string[] = []) => ({
  tag: 'receipt',
  attrs: { id: 'M1', from: '628222@s.whatsapp.net', t: '1700000000', ...attrs },
  ...(items.length > 0
    ? { content: [{ tag: 'list', attrs: {}, content: items.map((id) => ({ tag: 'item', attrs: { id } })) }] }
    : {}),
})
const read = (attrs: Record<string, string>, items?: string[]) => readReceipt(node(attrs, items), OWN, 5)

test.each([
  ['delivered', {}, 'delivered'],
  ['delivered while the phone sleeps', { type: 'inactive' }, 'delivered'],
  ['read', { type: 'read' }, 'read'],
  ['played', { type: 'played' }, 'read'],
] as const)('%s', (_name, attrs, type) =>
  expect(read(attrs)).toEqual([{ messageId: 'M1', type, at: 1_700_000_000_000 }]),
)
test('a receipt names all its messages', () =>
  expect(read({ from: '77@lid' }, ['M2', 'M3']).map(({ messageId }) => messageId)).toEqual(['M1', 'M2', 'M3']))
test.each([
  ['own devices’ receipts', { from: '628111:3@s.whatsapp.net' }],
  ['own devices’ receipts by lid', { from: '9111:3@lid' }],
  ['retries', { type: 'retry' }],
  ['what another own device sent', { type: 'sender', recipient: '628222@s.whatsapp.net' }],
  ['groups', { from: '1@g.us' }],
  ['status', { from: 'status@broadcast' }],
])('%s say nothing', (_name, attrs) => expect(read(attrs)).toEqual([]))
test('without a time it is now', () => expect(read({ t: '' })[0]?.at).toBe(5))
