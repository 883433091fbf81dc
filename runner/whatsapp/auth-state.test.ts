import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { KeyRow } from '../../contract/operation/runner.ts'
import { FactOutbox } from '../fact-outbox.ts'
import type { VaultPorts } from '../session-port.ts'
import { AccountKeys } from './auth-state.ts'
import type { Item } from './row-owner.ts'
import { VaultCipher } from './vault-cipher.ts'

const cipher = new VaultCipher(new Map([['k', randomBytes(32)]]))
const ME = { id: '628100:1@s.whatsapp.net', lid: '9100:1@lid' }
const key = () => ({ private: randomBytes(32), public: randomBytes(32) })

/** A vault that takes what leaves and answers what is asked. */
const vault = () => {
  const outbox = new FactOutbox()
  const rows = new Map<string, KeyRow>()
  const asked: Item[][] = []
  const flush = (): void => {
    for (const { facts } of outbox.take())
      for (const { seq, fact } of facts) {
        for (const row of fact.kind === 'rows' ? fact.rows : []) {
          if (row.data === null) rows.delete(`${row.type}|${row.id}`)
          else rows.set(`${row.type}|${row.id}`, row)
        }
        outbox.ack(seq)
      }
  }
  const ports: VaultPorts = {
    accountId: 'account',
    cipher,
    pushRow: (row, stored) => {
      outbox.pushRow(row, stored)
      if (stored) setTimeout(flush, 20)
    },
    ask: async (items) => {
      asked.push(items)
      return items.flatMap(({ type, id }) => rows.get(`${type}|${id}`) ?? [])
    },
    logError: () => undefined,
  }
  const ofOwner = (owner: string | null) => [...rows.values()].filter((row) => row.owner === owner)
  return { ports, rows, asked, flush, ofOwner }
}
const linked = () => {
  const v = vault()
  const keys = AccountKeys.fresh(v.ports)
  keys.creds.me = ME
  keys.keep()
  return { ...v, keys, store: keys.auth.keys }
}
const contact = {
  session: { '9200_1.0': Buffer.from('sesi') },
  'lid-mapping': { '628200': '9200', '9200_reverse': '628200' },
}

describe('an account linked here', () => {
  test('writes nothing before the phone accepted, everything after', () => {
    const v = vault()
    const keys = AccountKeys.fresh(v.ports)
    keys.saveCreds()
    v.flush()
    expect(v.rows.size).toBe(0)
    keys.creds.me = ME
    keys.keep()
    v.flush()
    expect([...v.rows.keys()]).toEqual(['creds|creds'])
  })
  test('knows without asking what does not exist', async () => {
    const { store, asked } = linked()
    expect(await store.get('session', ['9200_1.0'])).toEqual({})
    expect(asked).toEqual([])
  })
  test('gives contacts’ rows to their number, own devices’ to nobody', async () => {
    const { store, flush, ofOwner, keys } = linked()
    await store.set({ ...contact, 'device-list': { '628200': ['0'], '628100': ['1'] } })
    await store.set({ session: { '9100_1.0': Buffer.from('hp sendiri') } })
    flush()
    expect(
      ofOwner('628200')
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['device-list', 'lid-mapping', 'lid-mapping', 'session'])
    expect(ofOwner(null).map(({ id }) => id)).toEqual(['creds', '628100', '9100_1.0'])
    expect(keys.knows('628200')).toBe(true)
    expect(keys.lidOf('628200')).toBe('9200')
  })
  test('rows stored under a lid go over to the number when it becomes known', async () => {
    const { store, flush, ofOwner } = linked()
    await store.set({ session: { '9300_1.0': Buffer.from('x') } })
    flush()
    expect(ofOwner('9300')).toHaveLength(1)
    await store.set({ 'lid-mapping': { '628300': '9300', '9300_reverse': '628300' } })
    flush()
    expect(ofOwner('9300')).toHaveLength(0)
    expect(ofOwner('628300')).toHaveLength(3)
  })
  test('new pre-keys are stored before WhatsApp may hear of them', async () => {
    const { store, rows } = linked()
    await store.set({ 'pre-key': { 1: key(), 2: key() } })
    expect(rows.has('pre-key|1') && rows.has('pre-key|2')).toBe(true)
  })
  test('keeps group keys and the token index out of the vault', async () => {
    const { store, flush, rows } = linked()
    await store.set({ 'sender-key': { g: Buffer.from('x') }, tctoken: { __index: { token: Buffer.from('[]') } } })
    flush()
    expect([...rows.keys()]).toEqual(['creds|creds'])
    expect(Object.keys(await store.get('sender-key', ['g']))).toEqual(['g'])
  })
})

describe('an account restored from rows', () => {
  const restored = async () => {
    const first = linked()
    await first.store.set({ ...contact, 'pre-key': { 1: key(), 2: key() } })
    await first.store.set({ session: { '9100_1.0': Buffer.from('hp sendiri') } })
    first.keys.creds.nextPreKeyId = 3
    first.keys.saveCreds()
    first.flush()
    const keys = AccountKeys.restore(first.ports, first.ofOwner(null))
    return { ...first, keys, store: keys.auth.keys }
  }
  test('has its creds and own devices, and does not ask for them', async () => {
    const { keys, store, asked } = await restored()
    expect(keys.me).toEqual({ phone: '628100', lid: '9100', pushname: null })
    expect(await store.get('session', ['9100_1.0', '9100_1.5'])).toEqual({ '9100_1.0': Buffer.from('hp sendiri') })
    expect(Object.keys(await store.get('pre-key', ['2']))).toEqual(['2'])
    expect(asked).toEqual([])
  })
  test('asks once for a contact it does not hold, and remembers the answer', async () => {
    const { store, asked } = await restored()
    expect(await store.get('session', ['9200_1.0'])).toEqual({ '9200_1.0': Buffer.from('sesi') })
    expect(await store.get('lid-mapping', ['9200_reverse'])).toEqual({ '9200_reverse': '628200' })
    expect(await store.get('identity-key', ['9200_1.0'])).toEqual({})
    expect(asked).toHaveLength(1)
  })
  test('asks for an older pre-key when a message uses it', async () => {
    const { store, asked } = await restored()
    expect(Object.keys(await store.get('pre-key', ['1']))).toEqual(['1'])
    expect(asked).toEqual([[{ type: 'pre-key', id: '1' }]])
  })
  test('a number whose rows came with a send needs no question', async () => {
    const { keys, store, asked, ofOwner } = await restored()
    keys.addContact('628200', ofOwner('628200'))
    expect(keys.knows('628200')).toBe(true)
    expect(await store.get('session', ['9200_1.0', '9200_1.7'])).toEqual({ '9200_1.0': Buffer.from('sesi') })
    expect(asked).toEqual([])
  })
  test('a row of the vault never overwrites a newer one in memory', async () => {
    const { keys, store, ofOwner } = await restored()
    const older = ofOwner('628200')
    keys.addContact('628200', older)
    await store.set({ session: { '9200_1.0': Buffer.from('baru') } })
    keys.addContact('628200', older)
    expect(await store.get('session', ['9200_1.0'])).toEqual({ '9200_1.0': Buffer.from('baru') })
  })
  test('an unreadable row is as if it had never been', async () => {
    const { keys, store, ofOwner } = await restored()
    const broken = ofOwner('628200').map((row) => (row.type === 'session' ? { ...row, data: 'AAAA' } : row))
    keys.addContact('628200', broken)
    expect(await store.get('session', ['9200_1.0'])).toEqual({})
  })
  test('without creds it does not start', () => {
    expect(() => AccountKeys.restore(vault().ports, [])).toThrow(/no creds/)
  })
})
