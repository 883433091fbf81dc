// What a blast waits for when that is more than the pause between two messages, and when it goes on. Home says it too, so it is apart from the list's texts.
import type { blastWaitTexts as indonesian } from '../indonesian/blast-waits.ts'
import type { InEnglish } from '../in-english.ts'

export const blastWaitTexts: InEnglish<typeof indonesian> = {
  window: (when: string) => `Outside sending hours. Goes on by itself ${when}.`,
  daily_cap: (when: string) => `Daily limit reached. Goes on by itself ${when}.`,
  cooldown: (when: string) => `No number may get a message yet. Tries again ${when}.`,
  rest: (when: string) => `Rests: too many of those written to stopped or got nothing. Goes on by itself ${when}.`,
  restricted: (when: string) => `Restricted by WhatsApp. Goes on by itself ${when}.`,
  refused: (when: string) => `WhatsApp refuses for now. Tries again ${when}.`,
  late: (when: string) => `The message left the server too late and is not sent. Tries again ${when}.`,
  no_answer: (when: string) => `WhatsApp has not answered the last messages. Tries again ${when}.`,
  overload: (when: string) => `The server is busy. Tries again ${when}.`,
  connection: (when: string) => `Waiting for the connection. Tries again ${when}.`,
}
