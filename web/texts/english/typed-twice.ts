// An amount that is far above the usual is typed a second time.
import type { typedTwiceTexts as indonesian } from '../indonesian/typed-twice.ts'
import type { InEnglish } from '../in-english.ts'

export const typedTwiceTexts: InEnglish<typeof indonesian> = {
  title: 'Type it once more',
  rupiah: 'The same amount (Rp)',
  percent: 'The same percent',
  differs: 'It differs from the first one. Go back and check the amount.',
  send: 'Yes, the amount is right',
}
