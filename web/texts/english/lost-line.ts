// What a lost line, or a silent server, means for who reads. Loaded beside the strip that says since when.
import type { lostLineTexts as indonesian } from '../indonesian/lost-line.ts'
import type { InEnglish } from '../in-english.ts'

export const lostLineTexts: InEnglish<typeof indonesian> = {
  line: {
    long: 'You see how things were then, and nothing is sent until the connection is back. The server goes on with blasts that run.',
    short: 'You see how things were then. The server goes on blasting.',
  },
  server: {
    long: 'Your internet connection is fine. You see how things were then, and nothing is sent. This page goes on by itself once the server answers.',
    short: 'Your internet is fine. This page goes on by itself once the server answers.',
  },
  unknown: {
    long: 'You see how things were then, and nothing is sent. The cause is being looked for.',
    short: 'You see how things were then. The cause is being looked for.',
  },
}
