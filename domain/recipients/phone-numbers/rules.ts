// What an edit of a recipient does to status, consent and claims (rule consent-proof), and how a file's row is read. A consent
// belongs to the number: a changed number has none.
import { isSource, readSource } from '../../../contract/recipients/consent-source.ts'
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import { fieldOf } from '../imports/rules.ts'

export type Recipient = {
  number: string
  name: string
  status: 'active' | 'nonactive'
  suppressed: boolean
  consentSource: string | null
  consentAt: number | null
}
export type PhoneEdit = {
  number?: string | undefined
  name?: string | undefined
  status?: 'active' | 'nonactive' | undefined
  consent_source?: string | undefined
}
export type PhonePlan = {
  number: string
  name: string
  status: 'active' | 'nonactive'
  /** Keeps the consent, removes it, or records a new one with this source. */
  consent: 'keep' | 'none' | { source: string }
}

export const planEdit = (was: Recipient, edit: PhoneEdit): PhonePlan | { refusal: RefusalCode } => {
  const number = edit.number ?? was.number
  const otherNumber = number !== was.number
  const sent = edit.consent_source?.trim()
  const isNew = sent !== undefined && sent !== '' && (otherNumber || sent !== was.consentSource)
  const source = isNew ? readSource(sent) : sent
  if (isNew && !isSource(source ?? '')) return { refusal: 'consent_source_words' }
  const consent: PhonePlan['consent'] =
    isNew && source !== undefined ? { source } : otherNumber || source === '' ? 'none' : 'keep'
  const consents = consent === 'keep' ? was.consentAt !== null : consent !== 'none'
  if (edit.status === 'active' && !consents) return { refusal: 'consent_source_required' }
  if (edit.status === 'active' && was.suppressed && !otherNumber) return { refusal: 'number_suppressed' }
  const status = consents ? (edit.status ?? was.status) : 'nonactive'
  return { number, name: edit.name ?? was.name, status, consent }
}

const TEXT_MAX = 120
/** A name as it may be stored: one line, no control characters. */
export const cleanName = (raw: string): string =>
  raw
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)

/** What people write where somebody has not agreed. */
const NO = /^(tidak|belum|no|n|false|0|-|x)$/i
/** And where they have: how they did is what is said of the whole file. */
const YES = /^(ya|iya|y|yes|ok|oke|setuju|sudah|true|1|v|✓|✔)$/i
/**
 * off: it stays nonactive; declined: the row says that they have not agreed; source: its own source of consent, empty: none; unproved: it
 * has one that is no source.
 */
export type FileRow = {
  number: string
  name: string
  off: boolean
  declined: boolean
  source: string
  unproved: boolean
}
const RAW_MAX = 60
const scalar = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export const readRecipient = (item: unknown): FileRow => {
  const row = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { number: item }
  const of = (field: string): string => scalar(fieldOf('phonenumber', row, field))
  const said = readSource(of('own_consent'))
  const own = YES.test(said) ? '' : said
  return {
    number: cleanName(of('number')).slice(0, RAW_MAX),
    name: cleanName(of('name')),
    source: own,
    declined: NO.test(own),
    unproved: own !== '' && !isSource(own),
    off: of('status').trim().toLowerCase() === 'nonactive',
  }
}
