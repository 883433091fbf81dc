// Only with SANDBOX=1: reads the certificate authority of the media host, and sends the QR text to the local WhatsApp.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Environment, EnvironmentError } from './environment.ts'

const info = z.object({ mediaCa: z.string().min(1) })
const TRIES = 40
const PAUSE_MS = 250
const TIMEOUT_MS = 3_000

/** From the file when there is one, else the sandbox is asked; null: the system's own authorities. @throws Error */
export const mediaAuthority = async (env: Environment): Promise<string | null> => {
  const { mediaCaFile, sandboxUrl } = env
  if (mediaCaFile === null) return sandboxUrl === null ? null : sandboxMediaCa(sandboxUrl)
  const pem = await readFile(mediaCaFile, 'utf8').catch(() => '')
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new EnvironmentError(`WHATSAPP_MEDIA_CA: ${mediaCaFile} holds no certificate`)
  return pem
}

/** The certificate authority of its media host. @throws Error when it does not answer */
const sandboxMediaCa = async (sandboxUrl: string): Promise<string> => {
  for (let tried = 1; ; tried++) {
    try {
      const answer = await fetch(`${sandboxUrl}/sandbox/info`, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return info.parse(await answer.json()).mediaCa
    } catch {
      if (tried >= TRIES) throw new Error(`SANDBOX_URL: ${sandboxUrl} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** Not awaited. With it the phone page can scan the QR that is shown now. */
export const hintQr = (sandboxUrl: string, qr: string): void => {
  fetch(`${sandboxUrl}/sandbox/qr-hint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)
}
