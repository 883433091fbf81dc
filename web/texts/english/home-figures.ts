// What fills a member's home besides its numbers, apart from its other texts: the document shows it before the page (first-paint/figures.ts).
import type { homeFigureTexts as indonesian } from '../indonesian/home-figures.ts'
import type { InEnglish } from '../in-english.ts'

export const homeFigureTexts: InEnglish<typeof indonesian> = {
  memberGreeting: (name: string) => `Hello, ${name}...`,
  earns: {
    own: (fee: string) => `${fee} per message · your own price`,
    level: (fee: string, level: string) => `${fee} per message · level ${level}`,
    setting: (fee: string) => `${fee} per message · general price`,
  },
  levelNext: (left: string, name: string) => `${left} more delivered to reach ${name}`,
  levelPays: (fee: string) => `, ${fee} per message`,
  levelSoon: (name: string) => `You reach ${name} with the next message delivered`,
  levelTop: 'You are at the highest level.',
}
