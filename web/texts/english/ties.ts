// Why somebody may not decide about a member's money, in English (rule decider-ties).
import type { tieNouns as nouns } from '../../../contract/people/tie-nouns.ts'
import { type tieEnds, tieWords } from '../../../contract/people/tie-texts.ts'
import type { InEnglish } from '../in-english.ts'
import { momentInEnglish } from './contract.ts'

/** Phrases of why somebody may not decide about a member's money. */
export const ties: InEnglish<typeof tieWords> = {
  bank: 'You changed this member’s bank details',
  credential: 'You and this member could sign in as each other, because a link, password, email or role was set lately',
  common: 'One person could sign in as you and as this member',
  device: 'You and this member signed in on the same device',
  account: 'You and this member use the same bank account',
}
/** Of a person and a member, for a reader of both. */
export const tieNouns: InEnglish<typeof nouns> = {
  bank: 'they filled in or changed the member’s bank details',
  credential: 'they could sign in as each other',
  common: 'one person could sign in as both',
  device: 'they signed in on the same device',
  account: 'they use the same bank account',
}
export const endsOfTie: InEnglish<typeof tieEnds> = {
  nobody: 'Someone else must decide, but nobody can at present.',
  offered:
    'Nobody else may decide. You can open a wait of 72 hours in Withdrawal requests: the member is told and may stop it.',
}
const tieInEnglish = (said: string): string => {
  const [, words = '', until] = /^(.+) \((?:selama masih sama|sampai (.+) WIB)\)$/s.exec(said) ?? []
  const kind = (Object.keys(tieWords) as (keyof typeof tieWords)[]).find((key) => words.endsWith(tieWords[key]))
  if (kind === undefined) return said
  // before the words stands the member's name, where a batch has several
  const name = words.slice(0, words.length - tieWords[kind].length)
  return `${name}${ties[kind]} (${until === undefined ? 'as long as it is so' : `until ${momentInEnglish(until)} WIB`})`
}
export const tied = (many: string, said: string, others: string): string =>
  [
    many ? 'This batch has requests that you may not decide about. ' : '',
    said
      .split(/(?<=\)); /)
      .map(tieInEnglish)
      .join('; '),
    others ? `. Someone else must decide: ${others}.` : `. ${endsOfTie.nobody}`,
  ].join('')
export const tiedAlone = (said: string): string => `${tieInEnglish(said)}. ${endsOfTie.offered}`
export const tiedWaits = (said: string, until: string): string =>
  `${tieInEnglish(said)}. Your wait is over ${momentInEnglish(until)} WIB; after that you may accept it, unless the member stops it.`
