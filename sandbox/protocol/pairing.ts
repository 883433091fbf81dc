// Pairing: a new client waits with six refs; when a phone agrees, pair-success goes out and the client signs.
import { randomBytes } from 'node:crypto'
import { hmacSign, proto, WA_ADV_ACCOUNT_SIG_PREFIX } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import { sign } from './keys.ts'
import { make, type Node, PHONE_SERVER, SERVER, seconds, stanzaId } from './nodes.ts'
import { keysOf } from './peer.ts'
import { Refusal } from './refusal.ts'
import { successNode } from './success.ts'
import type { World } from './world.ts'

export interface Pairing {
  registration: Buffer
  skey: { id: Buffer; value: Buffer; signature: Buffer }
  noise: Buffer
  refs: { ref: string; from: number; until: number }[]
  /** set while pair-success waits for the client's signature */
  agreed?: { phone: string; deviceId: number; identity: Buffer; done: (error?: Refusal) => void }
}

const REFS = 6
const { E2EE } = proto.ADVEncryptionType
const SIGN_WITHIN_MS = 15_000
/** WhatsApp lets a phone link four companions. */
const MAX_DEVICES = 4
const QR_GRACE_MS = 1500

export function offerPairing(
  world: World,
  connection: Connection,
  data: proto.ClientPayload.IDevicePairingRegistrationData,
  noise: Buffer,
): void {
  const part = (value: Uint8Array | null | undefined): Buffer => Buffer.from(value ?? [])
  const { qrFirstMs, qrNextMs } = world.options
  const start = Date.now()
  const expired = world.faults.strike('code-expired', '')
  connection.pairing = {
    registration: part(data.eRegid),
    skey: { id: part(data.eSkeyId), value: part(data.eSkeyVal), signature: part(data.eSkeySig) },
    noise,
    refs: Array.from({ length: REFS }, (_, index) => {
      const from = start + (index === 0 ? 0 : qrFirstMs + (index - 1) * qrNextMs)
      const until = expired ? start : start + qrFirstMs + index * qrNextMs
      return { ref: `2@${randomBytes(48).toString('base64')}`, from, until }
    }),
  }
  connection.send(
    make('iq', { from: SERVER, type: 'set', id: stanzaId('pair'), xmlns: 'md' }, [
      make(
        'pair-device',
        {},
        connection.pairing.refs.map(({ ref }) => make('ref', {}, Buffer.from(ref))),
      ),
    ]),
  )
  if (world.faults.strike('success-early', '')) connection.send(successNode(world, '', 0))
  world.tell({ kind: 'waiting' })
}

/** Checks what a phone checks before it agrees to link one more device to the client that waits there. */
export function checkPhone(world: World, phone: string, waiting: Connection): void {
  if (!world.store.contacts.isRegistered(phone)) {
    throw new Refusal(404, 'not_registered', 'Nomor ini tidak terdaftar di WhatsApp.')
  }
  if (world.store.phones.get(phone).banned) throw new Refusal(403, 'banned', 'Nomor ini diblokir WhatsApp.')
  const full = world.store.devices.of(phone).length >= MAX_DEVICES
  if (world.faults.strike('device-limit', phone) || full) {
    waiting.end(make('stream:error', { code: '409' }, [make('device-limit', {})]))
    throw new Refusal(409, 'device_limit', 'Batas perangkat tertaut tercapai. Keluarkan satu perangkat dulu.')
  }
  if (world.faults.strike('passkey', phone)) {
    waiting.send(
      make('notification', { from: SERVER, id: stanzaId('passkey'), type: 'passkey_prologue_request', t: seconds() }, [
        make('passkey_request_options', {}, Buffer.from('{"rpId":"whatsapp.com","userVerification":"required"}')),
      ]),
    )
    throw new Refusal(409, 'passkey', 'Lanjutkan di perangkat lain dengan kunci sandi Anda.')
  }
}

/** The phone scans the QR text of a waiting client. Resolves with the new device's address once it is linked. */
export async function scan(world: World, phone: string, qr: string): Promise<string> {
  const parts = (qr.trim().split('#').pop() ?? '').split(',')
  const [ref, , identity, adv] = parts
  if (!ref || !identity || !adv) throw new Refusal(422, 'bad_qr', 'Teks ini bukan kode QR WhatsApp.')
  const connection = [...world.connections].find(({ pairing }) => pairing?.refs.some((one) => one.ref === ref))
  const known = connection?.pairing?.refs.find((one) => one.ref === ref)
  if (!connection || !known) throw new Refusal(410, 'unknown_qr', 'Kode QR tidak dikenal atau sudah kedaluwarsa.')
  const madeExpired = world.faults.strike('code-expired', phone)
  if (madeExpired || Date.now() > known.until + QR_GRACE_MS)
    throw new Refusal(410, 'expired_qr', 'Kode QR sudah kedaluwarsa.')
  checkPhone(world, phone, connection)
  return agree(world, connection, phone, Buffer.from(adv, 'base64'), Buffer.from(identity, 'base64'))
}

export function agree(
  world: World,
  connection: Connection,
  phone: string,
  adv: Buffer,
  identity: Buffer,
): Promise<string> {
  const { pairing } = connection
  if (!pairing || pairing.agreed) throw new Refusal(409, 'busy', 'Perangkat ini sedang ditautkan.')
  const { store, lids } = world
  const { name } = store.phones.get(phone)
  const deviceId = store.phones.nextDevice(phone)
  const keys = keysOf(store, phone)
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: deviceId,
    accountType: E2EE,
    deviceType: E2EE,
  }).finish()
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: keys.identity.public,
    accountSignature: sign(keys.identity.private, Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity])),
  }).finish()
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmacSign(signed, adv) }).finish()
  const jid = `${phone}:${deviceId}@${PHONE_SERVER}`
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(noAnswer()), SIGN_WITHIN_MS)
    const done = (error?: Refusal): void => {
      clearTimeout(timer)
      delete pairing.agreed
      if (error) reject(error)
      else resolve(jid)
    }
    pairing.agreed = { phone, deviceId, identity, done }
    connection.send(
      make('iq', { from: SERVER, type: 'set', id: stanzaId('pair'), xmlns: 'md', t: seconds() }, [
        make('pair-success', {}, [
          make('device', { jid, lid: `${lids.lidOf(phone)}:${deviceId}@lid` }),
          make('platform', { name: 'smba' }),
          ...(name ? [make('biz', { name })] : []),
          make('device-identity', {}, sealed),
        ]),
      ]),
    )
    if (world.faults.strike('success-early', phone)) connection.send(successNode(world, phone, deviceId))
  })
}

const noAnswer = () => new Refusal(504, 'no_answer', 'Perangkat yang ditautkan tidak menjawab.')

/** The client signed: the device is linked, and is told to come back as itself. */
export function finishPairing(world: World, connection: Connection): void {
  const { pairing } = connection
  if (!pairing?.agreed) return
  const { phone, deviceId, identity, done } = pairing.agreed
  world.store.devices.add({
    phone,
    id: deviceId,
    noise: pairing.noise,
    identity,
    registration: pairing.registration,
    skey: pairing.skey,
    linkedAt: Date.now(),
  })
  world.store.phones.add(phone)
  connection.end(make('stream:error', { code: '515' }))
  connection.pairing = undefined
  connection.link = undefined
  world.tell({ kind: 'paired', phone, deviceId })
  world.store.afterCommit(() => done())
}

export function abandonPairing(connection: Connection): void {
  connection.pairing?.agreed?.done(new Refusal(502, 'closed', 'Perangkat memutus sambungan saat ditautkan.'))
}

/** Clients that show a code now. The QR text itself is known only to them, and to who was told by a hint. */
export function waitingPairings(world: World): { ref: string; expiresAt: number; code: boolean; phone?: string }[] {
  const now = Date.now()
  return [...world.connections].flatMap(({ pairing, link }) => {
    const current = pairing?.refs.find(({ from, until }) => from <= now && now < until)
    if (!current) return []
    return [{ ref: current.ref, expiresAt: current.until, code: Boolean(link), ...(link ? { phone: link.phone } : {}) }]
  })
}

export function latestHint(world: World): string {
  const live = new Set(waitingPairings(world).map(({ ref }) => ref))
  const hint = world.qrHints.findLast(({ qr }) => live.has((qr.split('#').pop() ?? '').split(',')[0] ?? ''))
  if (!hint) throw new Refusal(404, 'nothing_waiting', 'Tidak ada kode QR yang sedang menunggu.')
  return hint.qr
}

export function acceptsSignature(node: Node): boolean {
  return Array.isArray(node.content) && node.content[0]?.tag === 'pair-device-sign'
}
