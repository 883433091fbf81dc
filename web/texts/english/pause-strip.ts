// The strip above every screen that tells of a pause.
import type { pauseStripTexts as indonesian } from '../indonesian/pause-strip.ts'
import type { InEnglish } from '../in-english.ts'

export const pauseStripTexts: InEnglish<typeof indonesian> = {
  stripLabel: 'About the pause',
  strip: (by: string, since: string, reason: string) =>
    `All sending paused by ${by === '' ? 'an admin' : by} since ${since}: ${reason}`,
  stripNote: 'Blasts wait and go on by themselves after the pause.',
  stripLink: 'Open the pause',
  ownLabel: 'About your pause',
  ownStrip: (by: string, since: string, reason: string) =>
    `You were paused by ${by === '' ? 'an admin' : by} since ${since}: ${reason}`,
  ownNote: 'Sending and withdrawing are stopped for now. Contact Admin/CS.',
}
