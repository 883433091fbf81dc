// Noise_XX_25519_AESGCM_SHA256, the server's side: handshake, then sealed frames of 3-byte length.
// Source: noise-handler.js of Baileys 7.0.0-rc14.
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys'
import type { KeyPair } from './keys.ts'

const EMPTY = Buffer.alloc(0)
const MAX_FRAME_BYTES = 4 * 1024 * 1024

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(counter, 8)
  return bytes
}

function frame(body: Uint8Array): Buffer {
  const length = Buffer.from([body.length >> 16, (body.length >> 8) & 255, body.length & 255])
  return Buffer.concat([length, body])
}

export interface ClientFinish {
  staticKey: Buffer
  payload: proto.ClientPayload
}

export class NoiseServer {
  stage: 'hello' | 'finish' | 'open' = 'hello'
  private hash: Buffer = Buffer.from(NOISE_MODE)
  private salt: Buffer = this.hash
  private key: Buffer = this.hash
  private counter = 0
  private readonly ephemeral = Curve.generateKeyPair()
  private readonly staticKey: KeyPair
  private readonly certificate: Uint8Array
  private readKey: Buffer = EMPTY
  private writeKey: Buffer = EMPTY
  private readCounter = 0
  private writeCounter = 0
  private buffered: Buffer = EMPTY
  private introduced = false

  constructor(staticKey: KeyPair, certificate: Uint8Array) {
    this.staticKey = staticKey
    this.certificate = certificate
    this.mixHash(NOISE_WA_HEADER)
  }

  private mixHash(data: Uint8Array): void {
    this.hash = Buffer.from(sha256(Buffer.concat([this.hash, data])))
  }

  private expand(data: Uint8Array): [Buffer, Buffer] {
    const okm = Buffer.from(hkdf(Buffer.from(data), 64, { salt: this.salt, info: '' }))
    return [okm.subarray(0, 32), okm.subarray(32)]
  }

  private mixKey(data: Uint8Array): void {
    const [salt, key] = this.expand(data)
    this.salt = salt
    this.key = key
    this.counter = 0
  }

  private encrypt(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.key, nonce(this.counter++), this.hash)
    this.mixHash(sealed)
    return sealed
  }

  private decrypt(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.key, nonce(this.counter++), this.hash)
    this.mixHash(sealed)
    return plain
  }

  /** Answers ClientHello with the framed ServerHello. */
  answerHello(body: Buffer): Buffer {
    const theirs = proto.HandshakeMessage.decode(body).clientHello?.ephemeral
    if (!theirs) throw new Error('client hello without ephemeral key')
    this.mixHash(theirs)
    const ephemeral = Buffer.from(this.ephemeral.public)
    this.mixHash(ephemeral)
    this.mixKey(Curve.sharedKey(this.ephemeral.private, theirs))
    const sealedStatic = this.encrypt(this.staticKey.public)
    this.mixKey(Curve.sharedKey(this.staticKey.private, theirs))
    const payload = this.encrypt(this.certificate)
    this.stage = 'finish'
    return frame(proto.HandshakeMessage.encode({ serverHello: { ephemeral, static: sealedStatic, payload } }).finish())
  }

  readFinish(body: Buffer): ClientFinish {
    const finish = proto.HandshakeMessage.decode(body).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('client finish without keys')
    const staticKey = this.decrypt(finish.static)
    this.mixKey(Curve.sharedKey(this.ephemeral.private, staticKey))
    const payload = proto.ClientPayload.decode(this.decrypt(finish.payload))
    const [readKey, writeKey] = this.expand(EMPTY)
    this.readKey = readKey
    this.writeKey = writeKey
    this.stage = 'open'
    return { staticKey, payload }
  }

  seal(body: Uint8Array): Buffer {
    return frame(aesEncryptGCM(body, this.writeKey, nonce(this.writeCounter++), EMPTY))
  }

  open(body: Buffer): Buffer {
    return aesDecryptGCM(body, this.readKey, nonce(this.readCounter++), EMPTY)
  }

  /** Cuts what arrived into frames; the first bytes are `WA 06 03`, or `ED` with routing info before it. */
  *frames(data: Buffer): Generator<Buffer> {
    this.buffered = this.buffered.length > 0 ? Buffer.concat([this.buffered, data]) : data
    if (!this.introduced) {
      if (this.buffered.length < 11) return
      const routed = this.buffered.toString('latin1', 0, 2) === 'ED'
      const intro = routed ? 7 + this.buffered.readUIntBE(4, 3) + 4 : 4
      if (this.buffered.length < intro) return
      if (this.buffered.toString('latin1', intro - 4, intro - 2) !== 'WA') throw new Error('not a WhatsApp client')
      this.buffered = this.buffered.subarray(intro)
      this.introduced = true
    }
    while (this.buffered.length >= 3) {
      const length = this.buffered.readUIntBE(0, 3)
      if (length > MAX_FRAME_BYTES) throw new Error('frame too long')
      if (this.buffered.length < length + 3) return
      const body = this.buffered.subarray(3, length + 3)
      this.buffered = this.buffered.subarray(length + 3)
      yield body
    }
  }
}
