// What members are told while a trouble delays what they wait for (rule service-line).
import type { serviceTexts as indonesian } from '../indonesian/service-line.ts'
import type { InEnglish } from '../in-english.ts'

export const serviceTexts: InEnglish<typeof indonesian> = {
  label: 'About the service',
  lines: {
    sending: 'Sending is delayed at the moment. We are working on it; blasts go on by themselves afterwards.',
    earnings: 'The latest earnings arrive late. We are working on it; nothing is lost.',
  },
}
