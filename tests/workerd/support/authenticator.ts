// A passkey's device in some lines: makes keys, answers challenges, and lies where a test wants it to.
import { hashToken } from '../../../domain/ground/crypto/token.ts'

const text = new TextEncoder()
const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
const joined = (...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const bytesOfHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
const bytesString = (bytes: Uint8Array): number[] => [0x58, bytes.length, ...bytes]
/** ASN.1, as an authenticator signs: two whole numbers. */
const derOf = (raw: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = (part: Uint8Array): number[] => {
    const digits = Array.from(
      part.slice(
        Math.max(
          0,
          part.findIndex((byte) => byte !== 0),
        ),
      ),
    )
    const signed = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits
    return [2, signed.length, ...signed]
  }
  const body = [...whole(raw.slice(0, 32)), ...whole(raw.slice(32))]
  return Uint8Array.from([0x30, body.length, ...body])
}

type Lie = {
  origin?: string
  challenge?: string
  rpId?: string
  flags?: number
  counter?: number
  /** Whose passkey it says it is; absent: it says nothing. */
  userHandle?: string
}
/** @param site as the product has it in a local run */
export const authenticator = async (site = { id: 'localhost', origin: 'http://localhost:8787' }) => {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ])) as CryptoKeyPair
  const point = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const id = crypto.getRandomValues(new Uint8Array(32))
  let counter = 0
  /** User present, verified; with the key that was made. */
  const dataOf = async (lie: Lie, attested: Uint8Array | null): Promise<Uint8Array<ArrayBuffer>> => {
    const flags = lie.flags ?? (attested ? 0x45 : 0x05)
    counter = lie.counter ?? counter + 1
    const count = [counter >>> 24, counter >>> 16, counter >>> 8, counter].map((byte) => byte & 255)
    return joined(bytesOfHex(await hashToken(lie.rpId ?? site.id)), [flags], count, attested ?? [])
  }
  const clientOf = (type: string, challenge: string, lie: Lie) =>
    text.encode(JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? site.origin }))
  const answer = (response: object) => ({
    id: base64Url(id),
    rawId: base64Url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    create: async (challenge: string, lie: Lie = {}) => {
      const cose = joined(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21],
        bytesString(point.slice(1, 33)),
        [0x22],
        bytesString(point.slice(33)),
      )
      const data = await dataOf(lie, joined(new Uint8Array(16), [0, id.length], id, cose))
      const object = joined(
        [0xa3, 0x63, ...text.encode('fmt'), 0x64, ...text.encode('none'), 0x67, ...text.encode('attStmt'), 0xa0],
        [0x68, ...text.encode('authData'), 0x58, data.length, ...data],
      )
      return answer({
        clientDataJSON: base64Url(clientOf('webauthn.create', challenge, lie)),
        attestationObject: base64Url(object),
        transports: ['internal'],
      })
    },
    get: async (challenge: string, lie: Lie = {}) => {
      const [data, client] = [await dataOf(lie, null), clientOf('webauthn.get', challenge, lie)]
      const signed = joined(data, bytesOfHex(await hashToken(new TextDecoder().decode(client))))
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed)
      return answer({
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(derOf(new Uint8Array(raw))),
        ...(lie.userHandle === undefined ? {} : { userHandle: base64Url(text.encode(lie.userHandle)) }),
      })
    },
  }
}
