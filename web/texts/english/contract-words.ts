// The contract's words beside fields and of test messages in English, key by key.
import type { failTexts, testTexts } from '../../../contract/sending/account-texts.ts'
import type { WORDS } from '../../../contract/ground/value-texts.ts'
import type { InEnglish } from '../in-english.ts'

export const words: InEnglish<typeof WORDS> = {
  required: 'Required.',
  text: 'Enter a text.',
  number: 'Enter a number.',
  whole: 'Enter a whole number.',
  digits: 'Enter digits only, no letters or other signs.',
  unclear: 'Not clear. Write a whole number without a comma; a dot only groups thousands, as in 25.000.',
  choice: 'Enter yes or no.',
  list: 'Enter a list.',
  email: 'Invalid email format.',
  url: 'Write a whole address that begins with https://, for example https://t.me/name.',
  invalid: 'Not valid.',
}

export const tests: InEnglish<typeof testTexts> = {
  not_registered: 'This account’s number is not on WhatsApp.',
  restricted: 'WhatsApp restricts this account at present.',
  rejected: 'WhatsApp refused this message.',
  unanswered: 'WhatsApp does not answer.',
  content: 'The message could not be made. Check the media of the template.',
}

export const fails: InEnglish<typeof failTexts> = {
  ...tests,
  not_registered: 'This number is not on WhatsApp.',
  restricted: 'WhatsApp restricts the sending account at present.',
}
