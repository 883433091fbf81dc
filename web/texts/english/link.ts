// Linking a WhatsApp account, and what a member agrees to before the first one (rule informed-consent).
import type {
  checkConsent as indonesianCheck,
  createTexts as indonesian,
  linkConsent as indonesianConsent,
} from '../indonesian/link.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const createTexts: InEnglish<typeof indonesian> = {
  tryAgainIn: (seconds: number) =>
    seconds < 60
      ? `Try again in ${many(seconds, 'second', 'seconds')}.`
      : `Try again in ${many(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
  title: 'Add WhatsApp account',
  titleReconnect: 'Reconnect WhatsApp',
  titleGenerator: 'Add WhatsApp account for generators',
  titleValidator: 'Add WhatsApp account for validators',
  whatsappId: 'WhatsApp ID',
  whatsappIdHint: 'Generated automatically, cannot be changed.',
  phone: 'WhatsApp number',
  phoneHint: 'Example: 081234567890 or 6281234567890',
  phoneRead: 'Linked as',
  phoneInvalid: 'Not a valid number. Example: 081234567890.',
  phoneRequired: 'Enter the WhatsApp number to link.',
  generateQr: 'Show QR code',
  generateCode: 'Get code',
  reconnectQr: 'Connect',
  toCode: 'Link with phone number',
  toQr: 'Link with QR code',
  generating: (seconds: number) => `Generating... ${seconds}`,
  stillWaiting: 'Still waiting for WhatsApp’s answer...',
  trySession: {
    qr: 'Trying the stored session. A QR code appears if WhatsApp asks for one.',
    code: 'Trying the stored session. A code appears if WhatsApp asks for one.',
  },
  changeNumber: 'Change number',
  openList: 'Open list of accounts',
  expired: {
    qr: 'The QR code has expired. Get a new one and scan it in time.',
    code: 'The code has expired. Get a new one and enter it on the phone in time.',
  },
  qrAlt: 'QR code to scan with your phone',
  qrLeft: (seconds: number) => `QR code valid for ${many(seconds, 'more second', 'more seconds')}`,
  code: 'Linking code',
  codeLeft: (seconds: number) => `Code valid for ${many(seconds, 'more second', 'more seconds')}`,
  copyCode: 'Copy code',
  codeFor: 'For the number',
  openWhatsapp: 'Open WhatsApp',
  codeCopied: 'Code copied.',
  success: (purpose, name) => {
    const next = purpose === 'blast' ? 'is ready: press Start Blast to begin.' : 'is ready to check numbers.'
    return `The WhatsApp account is linked.${name ? ` ${name} ${next}` : ''}`
  },
  stillSuspended: 'The account is connected again but still suspended, so it cannot blast. Please contact Admin/CS.',
  stillRestricted:
    'The account is connected again but still restricted by WhatsApp. A blast can run once the restriction ends.',
  suspended:
    'This account is suspended. Linking it again helps only if WhatsApp blocked it; if sent messages were deleted or changed, contact Admin/CS.',
  failed: 'Error creating client',
  steps: 'How to link',
  stepsQr: [
    'Open WhatsApp on your phone.',
    'Open Linked devices, then Link a device.',
    'Point the camera at the QR code on this page.',
  ],
  stepsCode: [
    'Open WhatsApp on your phone.',
    'Open Linked devices, then Link a device.',
    'Choose Link with phone number and enter the code on this page.',
  ],
  notFound: 'WhatsApp account not found.',
}

export const linkConsent: InEnglish<typeof indonesianConsent> = {
  title: 'Before you lend your account',
  intro: 'By linking an account you lend your WhatsApp number to send messages. First understand this:',
  points: [
    'Promotional messages of this service are sent from your number, only to people who agreed to receive them and have not asked to stop.',
    'WhatsApp may restrict or block your number because of automated sending. That risk is yours; use a number you can afford to lose.',
    'We do not keep recipients’ replies. We check whether a reply asks to stop, and count that there was one.',
    'You can stop a blast and delete the account at any time in the list of accounts.',
  ],
  agree: 'I understand and agree to lend my WhatsApp account',
  required: 'First agree to the explanation about the account you lend.',
  version: (version: string) => `Version of this explanation: ${version}`,
}

export const checkConsent: InEnglish<typeof indonesianCheck> = {
  title: 'Before you link an account for checks',
  intro: 'This account is linked for generators and validators. First understand this:',
  points: [
    'The account is only used to ask WhatsApp whether a number is registered. No message is sent from it.',
    'This account cannot be used for a blast and earns nothing.',
    'WhatsApp may restrict or block a number that asks too much. So the checks of a day are limited.',
    'We do not keep replies that come to this number.',
    'You can stop checking at any time.',
  ],
  agree: 'I understand and agree that this WhatsApp account is used to check numbers',
  required: 'First agree to the explanation about the account you link.',
}
