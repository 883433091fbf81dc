// What the quick search finds beside menus and people.
import type { paletteTexts as indonesian } from '../indonesian/palette.ts'
import type { InEnglish } from '../in-english.ts'

export const paletteTexts: InEnglish<typeof indonesian> = {
  recipients: 'Recipients',
  templates: 'Templates',
  settings: 'Settings',
  audit: 'Audit log',
  recent: 'Opened last',
  addWhatsapp: 'Add WhatsApp account',
  addGenerator: 'Add generator',
  addValidator: 'Add validator',
}
