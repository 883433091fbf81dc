// Replaces WhatsApp's trust root by the sandbox's. This version of Baileys does not really check the certificate
// (docs/whatsapp-wire.md, trap 6), so only TLS protects a real session: environment.ts refuses other addresses unless SANDBOX=1.
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'

export const trustSandboxRoot = (rootKeyHex: string): void => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKeyHex, 'hex')
}
