// What a lost line, or a silent server, means for who reads: on a phone in fewer words.
import type { Lost } from '../../lib/api/connection.ts'
import { lostLineTexts as texts } from '../../texts/indonesian.ts'

export default function LostDetail({ what }: Pick<Lost, 'what'>) {
  return (
    <>
      <span className="sm:hidden">{texts[what].short}</span>
      <span className="max-sm:hidden">{texts[what].long}</span>
    </>
  )
}
