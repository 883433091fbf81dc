// Codes of an app (RFC 6238): six digits of HMAC-SHA1 over the number of the step of 30 s, as every app makes them. Bytes in and
// text out; the caller brings the time.
const STEP_MS = 30_000
const DIGITS = 1_000_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 20 bytes are 32 letters, without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}
export const fromBase32 = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    held = (held << 5) | BASE32.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

/** Steps whose code is taken now, the present one first: clocks of phones are half a minute off. */
export const stepsAt = (now: number): number[] => {
  const step = Math.floor(now / STEP_MS)
  return [step, step - 1, step + 1]
}
export const codeOf = async (secret: string, step: number): Promise<string> => {
  const key = await crypto.subtle.importKey('raw', fromBase32(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message))
  const offset = mac.getUint8(19) & 15
  return String((mac.getUint32(offset) & 0x7fffffff) % DIGITS).padStart(6, '0')
}
/** The step of which this is the code; null: of none that counts now. */
export const stepOf = async (secret: string, code: string, now: number): Promise<number | null> => {
  for (const step of stepsAt(now)) if ((await codeOf(secret, step)) === code) return step
  return null
}

/** What an app reads from the QR code. */
export const otpauthUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
