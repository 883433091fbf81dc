// A phone that owns its Signal keys: it reads what it is sent and can write. Keys follow from the seed;
// ratchets live in the store only, so a failed decryption leaves no trace and a restart changes nothing.
import { randomInt } from 'node:crypto'
import { encodeWAMessage, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import libsignal from 'libsignal'
import { LRUCache } from 'lru-cache'
import type { Store } from '../store/store.ts'
import { derivePair, type KeyPair, sign, typedKey } from './keys.ts'

export interface Bundle {
  registrationId: number
  identityKey: Buffer
  signedPreKey: { keyId: number; publicKey: Buffer; signature: Buffer }
  preKey?: { keyId: number; publicKey: Buffer }
}

export interface Encrypted {
  type: 'pkmsg' | 'msg'
  body: Buffer
}

export const SIGNED_KEY_ID = 1
const MAX_KEY_ID = 0xfffffe

interface PeerKeys {
  identity: KeyPair
  signed: KeyPair
  signature: Buffer
  registrationId: number
}

// Derived keys are worth keeping a while: a blast asks for each peer's bundle and reads its message soon after.
const cache = new LRUCache<string, PeerKeys>({ max: 5000 })

export function keysOf(store: Store, phone: string): PeerKeys {
  const label = `${store.seed.toString('hex')}|${phone}`
  const known = cache.get(label)
  if (known) return known
  const identity = derivePair(store.seed, `phone|${phone}|identity`)
  const signed = derivePair(store.seed, `phone|${phone}|signed`)
  const keys = {
    identity,
    signed,
    signature: sign(identity.private, typedKey(signed.public)),
    registrationId: 1 + (identity.public.readUInt16BE(0) & 16_383),
  }
  cache.set(label, keys)
  return keys
}

const oneTimeKeys = new LRUCache<string, KeyPair>({ max: 5000 })

function oneTimeKey(store: Store, phone: string, id: number): KeyPair {
  const label = `phone|${phone}|one-time|${id}`
  const name = `${store.seed.toString('hex')}|${label}`
  const key = oneTimeKeys.get(name) ?? derivePair(store.seed, label)
  oneTimeKeys.set(name, key)
  return key
}

/** A new one-time pre-key; its id names it, so nothing needs storing. */
export function newOneTimeKey(store: Store, phone: string): { id: number; public: Buffer } {
  const id = randomInt(1, MAX_KEY_ID)
  return { id, public: oneTimeKey(store, phone, id).public }
}

function storageOf(store: Store, phone: string) {
  const keys = keysOf(store, phone)
  const asSignal = (pair: KeyPair) => ({ privKey: pair.private, pubKey: typedKey(pair.public) })
  return {
    loadSession: async (address: string) => {
      const record = store.sessions.get(phone, address)
      return record === undefined ? undefined : libsignal.SessionRecord.deserialize(JSON.parse(record))
    },
    storeSession: async (address: string, session: InstanceType<typeof libsignal.SessionRecord>) =>
      store.sessions.set(phone, address, JSON.stringify(session.serialize())),
    isTrustedIdentity: () => true,
    // 0 stands for a message that used no one-time key
    loadPreKey: async (id: number | string) =>
      Number(id) > 0 ? asSignal(oneTimeKey(store, phone, Number(id))) : undefined,
    removePreKey: () => undefined,
    loadSignedPreKey: () => asSignal(keys.signed),
    getOurRegistrationId: () => keys.registrationId,
    getOurIdentity: () => asSignal(keys.identity),
  }
}

const addressOf = (phone: string, device: number) => new libsignal.ProtocolAddress(phone, device)

export async function decrypt(
  store: Store,
  owner: string,
  from: { phone: string; device: number },
  type: string,
  body: Buffer,
): Promise<proto.Message> {
  const cipher = new libsignal.SessionCipher(storageOf(store, owner), addressOf(from.phone, from.device))
  const padded =
    type === 'pkmsg' ? await cipher.decryptPreKeyWhisperMessage(body) : await cipher.decryptWhisperMessage(body)
  return proto.Message.decode(unpadRandomMax16(padded))
}

/** Encrypts for a linked device; without an open session `bundle` is asked for its keys. */
export async function encrypt(
  store: Store,
  owner: string,
  to: { phone: string; device: number },
  message: proto.IMessage,
  bundle: () => Bundle,
): Promise<Encrypted> {
  const storage = storageOf(store, owner)
  const address = addressOf(to.phone, to.device)
  const session = await storage.loadSession(address.toString())
  if (!session?.haveOpenSession()) {
    const keys = bundle()
    // libsignal's type wants a one-time key, its code does without when a device has none left.
    const preKey = keys.preKey as { keyId: number; publicKey: Buffer }
    await new libsignal.SessionBuilder(storage, address).initOutgoing({ ...keys, preKey })
  }
  const cipher = new libsignal.SessionCipher(storage, address)
  const { type, body } = await cipher.encrypt(Buffer.from(encodeWAMessage(message)))
  return { type: type === 3 ? 'pkmsg' : 'msg', body: Buffer.from(body, 'latin1') }
}

export function forgetSession(store: Store, owner: string, to: { phone: string; device: number }): void {
  store.sessions.remove(owner, addressOf(to.phone, to.device).toString())
}
