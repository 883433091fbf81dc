// What lists may be sorted by, as the menu says it.
import type { sortTexts as indonesian } from '../indonesian/sorts.ts'
import type { InEnglish } from '../in-english.ts'

export const sortTexts: InEnglish<typeof indonesian> = {
  label: 'Sort',
  choices: {
    '-createdAt': 'Newest',
    createdAt: 'Oldest',
    name: 'Name A–Z',
    '-name': 'Name Z–A',
    '-income': 'Highest earnings',
    income: 'Lowest earnings',
    '-success': 'Most delivered',
    success: 'Fewest delivered',
    '-nominal': 'Highest amount',
    nominal: 'Lowest amount',
    '-use': 'Most used',
    use: 'Least used',
    number: 'Number rising',
    '-number': 'Number falling',
  },
}
