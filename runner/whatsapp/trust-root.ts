// Swaps WhatsApp's trust root for the sandbox's. The certificate check of this Baileys is hollow (whatsapp-wire.md,
// trap 6): only TLS protects a real session, so environment.ts refuses other addresses unless SANDBOX=1.
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'

export const trustSandboxRoot = (rootKeyHex: string): void => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKeyHex, 'hex')
}
