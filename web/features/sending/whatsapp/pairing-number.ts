// The number that a pairing code is asked for, from what was typed behind the 62 that stands in the field. Pure.
import { normalizePhone } from '../../../../contract/ground/phone.ts'

/** 62 and a number's other digits; null: it is no number. 6208… is 08… typed behind the 62: no number begins with 620. */
export const pairingNumber = (typed: string): string | null => normalizePhone(typed.replace(/^620+/, '62'))
