// What the server says, in English: its API speaks Indonesian to everybody.
import type { fromServer as indonesian } from '../indonesian/from-server.ts'
import { inEnglish } from './server-sentences.ts'

export { noticeSentence } from './notice-sentences.ts'
export const fromServer: typeof indonesian = inEnglish
