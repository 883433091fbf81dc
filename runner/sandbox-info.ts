// Only with SANDBOX=1: what the local WhatsApp tells about itself, and the QR text it is told in return.
import { z } from 'zod'

const info = z.object({ mediaCa: z.string().min(1) })
const TRIES = 40
const PAUSE_MS = 250
const TIMEOUT_MS = 3_000

/** The certificate authority of its media host. @throws Error when it does not answer */
export const sandboxMediaCa = async (sandboxUrl: string): Promise<string> => {
  for (let tried = 1; ; tried++) {
    try {
      const answer = await fetch(`${sandboxUrl}/sandbox/info`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      return info.parse(await answer.json()).mediaCa
    } catch {
      if (tried >= TRIES) throw new Error(`SANDBOX_URL: ${sandboxUrl} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** Fire and forget: the phone page can then scan the code now waiting. */
export const hintQr = (sandboxUrl: string, qr: string): void => {
  fetch(`${sandboxUrl}/sandbox/qr-hint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)
}
