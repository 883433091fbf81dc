// What an edit of a recipient does to status, consent and claims (rule consent-proof), and how a file's row is read. A consent
// belongs to the number: a changed number has none.
import type { RefusalCode } from '../../contract/errors.ts'
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
  const source = edit.consent_source?.trim()
  const newSource = source !== undefined && source !== '' && (otherNumber || source !== was.consentSource)
  const consent: PhonePlan['consent'] = newSource ? { source } : otherNumber || source === '' ? 'none' : 'keep'
  const consents = consent === 'keep' ? was.consentAt !== null : consent !== 'none'
  if (edit.status === 'active' && !consents) return { refusal: 'consent_source_required' }
  if (edit.status === 'active' && was.suppressed && !otherNumber) return { refusal: 'number_suppressed' }
  const status = consents ? (edit.status ?? was.status) : 'nonactive'
  return { number, name: edit.name ?? was.name, status, consent }
}

const TEXT_MAX = 120
const SOURCE_MAX = 300
const cleanLine = (raw: string, max: number): string =>
  raw
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, max)
/** A name as it may be stored: one line, no control characters. */
export const cleanName = (raw: string): string => cleanLine(raw, TEXT_MAX)

/** What people write where somebody has not agreed. */
const NO = /^(tidak|belum|no|n|false|0|-|x)$/i
/** off: it stays nonactive; declined: the row says that they have not agreed; source: its own source of consent, empty: none. */
export type FileRow = { number: string; name: string; off: boolean; declined: boolean; source: string }
const RAW_MAX = 60
const scalar = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export const readRecipient = (item: unknown): FileRow => {
  const row = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { number: item }
  const of = (field: string): string => scalar(fieldOf('phonenumber', row, field))
  const own = cleanLine(of('own_consent'), SOURCE_MAX)
  return {
    number: cleanName(of('number')).slice(0, RAW_MAX),
    name: cleanName(of('name')),
    source: own,
    declined: NO.test(own),
    off: of('status').trim().toLowerCase() === 'nonactive',
  }
}
