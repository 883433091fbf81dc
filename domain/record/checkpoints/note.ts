// Checkpoints as signed notes, in the form of C2SP (c2sp.org/tlog-checkpoint, c2sp.org/signed-note), so that tools of others read them, too.
import { fromBase64, toBase64 } from '../../../contract/ground/base64.ts'

const ED25519 = 1
const ID_BYTES = 4

/** size: closed days. root: of the Merkle tree over them, base64. */
export type Checkpoint = { origin: string; size: number; root: string }
/** Who signed: the note's name for it, and the public half. */
export type Verifier = { name: string; publicKey: Uint8Array<ArrayBuffer> }

/** null: it is no base64. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return fromBase64(text)
  } catch {
    return null
  }
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const encode = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text))

const idOf = async ({ name, publicKey }: Verifier): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = Uint8Array.from([...encode(`${name}\n`), ED25519, ...publicKey])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, ID_BYTES)
}
/** `name+id+key`, as people keep it to check notes with. */
export const verifierText = async (verifier: Verifier): Promise<string> =>
  `${verifier.name}+${hex(await idOf(verifier))}+${toBase64(Uint8Array.of(ED25519, ...verifier.publicKey))}`
/** null: it is none, or its id is not that of the key. */
export const readVerifier = async (text: string): Promise<Verifier | null> => {
  const [, name = '', id, key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? []
  const bytes = bytesOf(key)
  if (!bytes || bytes.length !== 33 || bytes[0] !== ED25519) return null
  const verifier = { name, publicKey: bytes.slice(1) }
  return hex(await idOf(verifier)) === id ? verifier : null
}

const bodyOf = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root}\n`
export const signNote = async (
  checkpoint: Checkpoint,
  { privateKey, publicKey }: { privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> },
): Promise<string> => {
  const body = bodyOf(checkpoint)
  const name = checkpoint.origin
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, encode(body)))
  return `${body}\n— ${name} ${toBase64(Uint8Array.from([...(await idOf({ name, publicKey })), ...signature]))}\n`
}

/** form: it is no checkpoint. origin: it is of another place. key: none of these keys has signed it. forged: one should have, and has not. */
export type NoteProblem = 'form' | 'origin' | 'key' | 'forged'
/** @param verifiers of this place; lines of other signers beside them are nobody's concern */
export const openNote = async (
  text: string,
  verifiers: readonly Verifier[],
): Promise<{ checkpoint: Checkpoint } | { problem: NoteProblem }> => {
  // a mail may have other ends of lines, and words around it
  const written = text.replace(/\r\n?/g, '\n')
  const [, body = '', origin = '', size = '', root = '', lines = ''] =
    /(?:^|\n)((\S+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:\S[^\n]*\n)*)\n((?:— \S+ \S+(?:\n|$))+)/.exec(
      written,
    ) ?? []
  if (body === '') return { problem: 'form' }
  const ours = verifiers.filter(({ name }) => name === origin)
  if (ours.length === 0) return { problem: 'origin' }
  let problem: NoteProblem = 'key'
  for (const verifier of ours) {
    const id = hex(await idOf(verifier))
    for (const [, name, signed = ''] of lines.matchAll(/— (\S+) (\S+)/g)) {
      const bytes = bytesOf(signed)
      if (!bytes || name !== verifier.name || hex(bytes.subarray(0, ID_BYTES)) !== id) continue
      const key = await crypto.subtle.importKey('raw', verifier.publicKey, { name: 'Ed25519' }, false, ['verify'])
      const isOurs = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytes.subarray(ID_BYTES), encode(body))
      if (isOurs) return { checkpoint: { origin, size: Number(size), root } }
      problem = 'forged'
    }
  }
  return { problem }
}
