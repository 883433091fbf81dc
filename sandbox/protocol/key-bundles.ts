// Key bundles: a phone's from its own keys, a linked device's from what it uploaded. Each one-time key goes out once.
import { encodeBigEndian } from '@whiskeysockets/baileys'
import type { Device } from '../store/devices.ts'
import { preKeysLow } from './faults/notices.ts'
import { typedKey } from './keys.ts'
import { addressOf, bytes, child, children, make, type Node, seconds } from './nodes.ts'
import { type Bundle, keysOf, newOneTimeKey, SIGNED_KEY_ID } from './peer.ts'
import { deviceKey, type World } from './world.ts'

const CURVE_TYPE = Buffer.from([5])
const LOW_PREKEYS = 5

const keyNode = (tag: string, id: Uint8Array, value: Uint8Array, signature?: Uint8Array): Node =>
  make(tag, {}, [
    make('id', {}, id),
    make('value', {}, value),
    ...(signature ? [make('signature', {}, signature)] : []),
  ])

export function bundleNode(world: World, jid: string): Node {
  const { user, device: id } = addressOf(jid)
  const phone = world.lids.phoneOf(user)
  const device = id > 0 ? world.store.devices.get(phone, id) : undefined
  if (!world.store.contacts.isRegistered(phone) || (id > 0 && !device)) {
    return make('user', { jid }, [make('error', { code: '404', text: 'item-not-found' })])
  }
  if (device) {
    const oneTime = takePreKey(world, device)
    return make('user', { jid, t: seconds() }, [
      make('registration', {}, device.registration),
      make('type', {}, CURVE_TYPE),
      make('identity', {}, device.identity),
      keyNode('skey', device.skey.id, device.skey.value, device.skey.signature),
      ...(oneTime ? [keyNode('key', oneTime.id, oneTime.value)] : []),
    ])
  }
  return make('user', { jid, t: seconds() }, [registrationNode(world, phone), ...phoneKeys(world, phone)])
}

export const registrationNode = (world: World, phone: string): Node =>
  make('registration', {}, encodeBigEndian(keysOf(world.store, phone).registrationId))

function phoneKeys(world: World, phone: string): Node[] {
  const keys = keysOf(world.store, phone)
  const oneTime = newOneTimeKey(world.store, phone)
  return [
    make('type', {}, CURVE_TYPE),
    make('identity', {}, keys.identity.public),
    keyNode('skey', encodeBigEndian(SIGNED_KEY_ID, 3), keys.signed.public, keys.signature),
    keyNode('key', encodeBigEndian(oneTime.id, 3), oneTime.public),
  ]
}

/** A phone that asks for the second time hands over the keys for a new session itself. */
export const retryKeys = (world: World, phone: string): Node => make('keys', {}, phoneKeys(world, phone))

/** Takes a device's one-time key and tells the device when few are left. */
function takePreKey(world: World, device: Device) {
  const { phone, id } = device
  const key = world.store.devices.takePreKey(phone, id)
  const left = world.store.devices.countPreKeys(phone, id)
  if (left < LOW_PREKEYS) world.online.get(deviceKey(phone, id))?.send(preKeysLow(left))
  return key
}

const number = (value: Uint8Array): number => Buffer.from(value).readUIntBE(0, value.length)

/** A linked device's bundle in libsignal's shape, for a phone that writes to it. */
export function bundleOf(world: World, device: Device): Bundle {
  const oneTime = takePreKey(world, device)
  return {
    registrationId: number(device.registration),
    identityKey: typedKey(device.identity),
    signedPreKey: {
      keyId: number(device.skey.id),
      publicKey: typedKey(device.skey.value),
      signature: Buffer.from(device.skey.signature),
    },
    ...(oneTime ? { preKey: { keyId: number(oneTime.id), publicKey: typedKey(oneTime.value) } } : {}),
  }
}

export function takeSignedKey(world: World, device: Device, skey: Node | undefined): void {
  if (!skey) return
  world.store.devices.rotate(device.phone, device.id, {
    id: bytes(child(skey, 'id')),
    value: bytes(child(skey, 'value')),
    signature: bytes(child(skey, 'signature')),
  })
}

/** `encrypt set`: the device uploads its signed key and a stock of one-time keys. */
export function storeKeys(world: World, device: Device, iq: Node): void {
  takeSignedKey(world, device, child(iq, 'skey'))
  for (const key of children(child(iq, 'list'), 'key')) {
    world.store.devices.addPreKey(device.phone, device.id, {
      id: bytes(child(key, 'id')),
      value: bytes(child(key, 'value')),
    })
  }
}
