// How dates and times are written. Numbers and money are written one way in every language (web/lib/format/format.ts).
import type { formatTexts as indonesian } from '../indonesian/formats.ts'
import type { InEnglish } from '../in-english.ts'

export const formatTexts: InEnglish<typeof indonesian> = {
  dates: 'en-GB',
  at: (clock: string) => `at ${clock}`,
  tomorrow: 'tomorrow',
  second: 's',
  minute: 'min',
  hour: 'h',
  // M is a thousand million in Indonesian
  short: { rb: 'k', jt: 'm', M: 'bn', T: 'tn' },
}
