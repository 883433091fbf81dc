// The code of a form of the joining page: it says by itself which programme's form was ticked, when, and in which language, so that nothing is kept of
// who only looks (rule form-consent).
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { firstKey } from '../../../contract/ground/key-rings.ts'
import type { PageLanguage } from '../../../contract/ground/page-language.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { CODE_SIGNS, FORM_LENGTH } from '../../../contract/recipients/programme-words.ts'
import { hmac } from '../../ground/crypto/crypto.ts'

export type Form = {
  code: string
  /** The hour in which it was ticked, epoch ms. */
  at: number
  lang: PageLanguage
}
const COUNTS_HOURS = 24
/** Which hour it was, modulo 40 days; chance, so that no two people have the same; the signature. */
const [HOUR_SIGNS, SEAL_SIGNS] = [2, 5]
const CHANCE_SIGNS = FORM_LENGTH - HOUR_SIGNS - SEAL_SIGNS
const BASE = CODE_SIGNS.length
const ROUND = BASE ** HOUR_SIGNS
const LANGUAGES: readonly PageLanguage[] = ['id', 'en']

const inSigns = (value: number, length: number): string => {
  let signs = ''
  for (let rest = value; signs.length < length; rest = Math.floor(rest / BASE))
    signs = (CODE_SIGNS[rest % BASE] ?? '') + signs
  return signs
}
const ofSigns = (signs: string): number => [...signs].reduce((sum, sign) => sum * BASE + CODE_SIGNS.indexOf(sign), 0)
/** 13 hex digits: as many bits as a number holds. */
const sealOf = async (key: string, programmeId: string, chance: string, hour: number, lang: PageLanguage) =>
  inSigns(
    Number.parseInt((await hmac(key, `join-form:${programmeId}:${hour}:${chance}:${lang}`)).slice(0, 13), 16) %
      BASE ** SEAL_SIGNS,
    SEAL_SIGNS,
  )

export const newFormCode = async (
  ring: KeyRing,
  programmeId: string,
  lang: PageLanguage,
  now: number,
): Promise<string> => {
  const hour = Math.floor(now / HOUR_MS)
  const chance = [...crypto.getRandomValues(new Uint32Array(CHANCE_SIGNS))].map((n) => inSigns(n, 1)).join('')
  const seal = await sealOf(firstKey(ring).hex, programmeId, chance, hour, lang)
  return `${inSigns(hour % ROUND, HOUR_SIGNS)}${chance}${seal}`
}
/** at: when it was sent, epoch ms. null: it is over, of another programme, or made up. */
export const readFormCode = async (
  ring: KeyRing,
  programmeId: string,
  code: string,
  at: number,
): Promise<Form | null> => {
  // WhatsApp's clock may be behind ours
  const latest = Math.floor(at / HOUR_MS) + 1
  const hour = latest - ((((latest - ofSigns(code.slice(0, HOUR_SIGNS))) % ROUND) + ROUND) % ROUND)
  if (hour < latest - 1 - COUNTS_HOURS) return null
  const chance = code.slice(HOUR_SIGNS, -SEAL_SIGNS)
  for (const key of ring.values())
    for (const lang of LANGUAGES)
      if ((await sealOf(key, programmeId, chance, hour, lang)) === code.slice(-SEAL_SIGNS))
        return { code, at: hour * HOUR_MS, lang }
  return null
}
