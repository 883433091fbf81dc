// Why messages failed, as the report of a blast and the page of a campaign say it.
import type { failReasonTexts as indonesian } from '../indonesian/fail-reasons.ts'
import type { InEnglish } from '../in-english.ts'

export const failReasonTexts: InEnglish<typeof indonesian> = {
  failed: (count: string, reason: string) => `${count} × ${reason}`,
  reasons: {
    not_registered: 'not registered on WhatsApp',
    restricted: 'refused because WhatsApp restricts the account',
    rejected: 'refused by WhatsApp',
    unanswered: 'not answered by WhatsApp',
    content: 'the message could not be made',
  },
  unnamed: (count: string) => `${count} × with no reason on record`,
  title: 'Why they failed',
}
