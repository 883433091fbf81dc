// Linking by the eight characters a person types on the phone. The code never crosses the wire: it wraps the
// ephemeral keys, so a wrong code shows only when the companion's answer cannot be opened.
import { randomBytes } from 'node:crypto'
import { aesDecryptCTR, aesDecryptGCM, aesEncryptCTR, Curve, derivePairingCodeKey, hkdf } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import { answerFrom, refuseQuery } from './iq-error.ts'
import { addressOf, bytes, child, make, type Node, SERVER, seconds, stanzaId } from './nodes.ts'
import { agree, checkPhone } from './pairing.ts'
import { keysOf } from './peer.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

export interface LinkRequest {
  phone: string
  ref: Buffer
  /** salt 32, iv 16, the companion's ephemeral key under the code */
  wrapped: Buffer
  expiresAt: number
  typed?: {
    companionKey: Buffer
    phoneKey: { private: Uint8Array; public: Uint8Array }
    answer: (result: Promise<string>) => void
    fail: (error: Refusal) => void
  }
}

const CODE_LIFE_MS = 180_000
const ANSWER_WITHIN_MS = 15_000

const wrongCode = () => new Refusal(422, 'wrong_code', 'Kode salah.')

/** companion_hello: a client asks for a code for this number. A number that is not on WhatsApp gets none. */
export function requestCode(world: World, connection: Connection, iq: Node, request: Node): void {
  const phone = addressOf(request.attrs.jid).user
  if (!world.store.contacts.isRegistered(phone)) return refuseQuery(connection, iq, 404)
  const ref = Buffer.from(randomBytes(12).toString('base64url'))
  const expired = world.faults.strike('code-expired', phone)
  connection.link = {
    phone,
    ref,
    wrapped: bytes(child(request, 'link_code_pairing_wrapped_companion_ephemeral_pub')),
    expiresAt: expired ? 0 : Date.now() + CODE_LIFE_MS,
  }
  const answer = make('link_code_companion_reg', { stage: 'companion_hello' }, [make('link_code_pairing_ref', {}, ref)])
  connection.send(make('iq', { from: answerFrom(iq), type: 'result', id: iq.attrs.id ?? '' }, [answer]))
  world.tell({ kind: 'waiting', phone })
}

/** The phone types the code. Resolves with the new device's address; a wrong code is refused. */
export async function enterCode(world: World, phone: string, typed: string): Promise<string> {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{8}$/.test(code)) throw new Refusal(422, 'bad_code', 'Kode terdiri dari 8 huruf atau angka.')
  const connection = [...world.connections].findLast(({ link, isOpen }) => isOpen && link?.phone === phone)
  const link = connection?.link
  if (!connection || !link) throw new Refusal(404, 'no_code', 'Tidak ada permintaan kode untuk nomor ini.')
  if (Date.now() > link.expiresAt) throw new Refusal(410, 'expired_code', 'Kode sudah kedaluwarsa.')
  if (link.typed) throw new Refusal(409, 'busy', 'Kode sebelumnya masih diperiksa.')
  checkPhone(world, phone, connection)
  const { wrapped } = link
  const companionKey = aesDecryptCTR(
    wrapped.subarray(48, 80),
    await derivePairingCodeKey(code, wrapped.subarray(0, 32)),
    wrapped.subarray(32, 48),
  )
  const phoneKey = Curve.generateKeyPair()
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const sealedKey = aesEncryptCTR(phoneKey.public, await derivePairingCodeKey(code, salt), iv)
  const answered = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => fail(wrongCode()), ANSWER_WITHIN_MS)
    const settle = () => {
      clearTimeout(timer)
      delete link.typed
    }
    const fail = (error: Refusal): void => {
      settle()
      reject(error)
    }
    const answer = (result: Promise<string>): void => {
      settle()
      resolve(result)
    }
    link.typed = { companionKey, phoneKey, answer, fail }
  })
  connection.send(
    make('notification', { from: SERVER, id: stanzaId('link'), type: 'link_code_companion_reg', t: seconds() }, [
      make('link_code_companion_reg', { stage: 'primary_hello' }, [
        make('link_code_pairing_ref', {}, link.ref),
        make('primary_identity_pub', {}, keysOf(world.store, phone).identity.public),
        make('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, sealedKey])),
      ]),
    ]),
  )
  return answered
}

/** companion_finish: opens only when both sides used the same code. */
export function finishCode(world: World, connection: Connection, request: Node): void {
  const { link } = connection
  if (!link?.typed) return
  const { companionKey, phoneKey, answer, fail } = link.typed
  try {
    const bundle = bytes(child(request, 'link_code_pairing_wrapped_key_bundle'))
    const identity = bytes(child(request, 'companion_identity_public'))
    const shared = Curve.sharedKey(phoneKey.private, companionKey)
    const key = Buffer.from(
      hkdf(shared, 32, { salt: bundle.subarray(0, 32), info: 'link_code_pairing_key_bundle_encryption_key' }),
    )
    const opened = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0))
    const phoneIdentity = keysOf(world.store, link.phone).identity
    const secret = Buffer.concat([shared, Curve.sharedKey(phoneIdentity.private, identity), opened.subarray(64, 96)])
    const adv = Buffer.from(hkdf(secret, 32, { info: 'adv_secret' }))
    answer(agree(world, connection, link.phone, adv, identity))
  } catch {
    fail(wrongCode())
  }
}
