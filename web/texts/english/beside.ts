// What stands beside a sentence that is English already: nothing.
import type { besideTexts as indonesian } from '../indonesian/beside.ts'
import type { InEnglish } from '../in-english.ts'

export const besideTexts: InEnglish<typeof indonesian> = { of: (_said: string): string | undefined => undefined }
