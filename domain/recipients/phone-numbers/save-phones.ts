// Adds, edits and deletes recipients. Without consent a number is nonactive, suppressed ones are refused, and claims of numbers
// that may not be written to any more are dropped.
import { FIELD_TEXTS } from '../../../contract/recipients/field-texts.ts'
import { readSource } from '../../../contract/recipients/consent-source.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { asRead, presentOf } from '../../ground/edits/as-read.ts'
import { refuseUnlessRead } from '../../ground/edits/store.ts'
import { withdrawnClaimsById } from '../suppressions/claims-store.ts'
import { dropClaims, type DropPorts } from '../suppressions/drop-claims.ts'
import { hashesOfNumber, hashOfNumber } from '../suppressions/hash.ts'
import { deletePhones } from './delete-store.ts'
import { refuseUnlessFields, writeValues } from '../fields/store.ts'
import { changedValues, inBraces, type Values, valuesIn } from '../fields/rules.ts'
import { type OnePhone, phoneById, phoneReadWithFields } from './list-store.ts'
import { type PhoneEdit, planEdit } from './rules.ts'
import { applyPlan, insertPhone, phoneRead, type PhoneRecord } from './store.ts'

export type PhonePorts = DropPorts & { hashKeys: KeyRing; now: number; by: string }
const consentOf = (ports: PhonePorts, source: string | undefined) =>
  source?.trim() ? { source: readSource(source), by: ports.by } : null
const exists = () => new Refusal('number_exists', { field: 'number' })

/** @throws Refusal number_exists or number_suppressed. */
export const addPhone = async (
  ports: PhonePorts,
  phone: { number: string; name: string; source: string | undefined },
  more: Statement[],
): Promise<PhoneRecord> => {
  const { number, name } = phone
  const hashes = hashesOfNumber(ports.hashKeys, number)
  const consent = consentOf(ports, phone.source)
  try {
    const created = await insertPhone(ports.db, { number, name, hashes }, consent, ports.now, more)
    if (created) return created
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'number_suppressed') throw new Refusal('number_suppressed')
    if (refusal !== 'taken phone_numbers.number') throw error
  }
  throw exists()
}

const mustFind = async (db: Db, id: number): Promise<OnePhone> => {
  const row = Number.isSafeInteger(id) ? await phoneById(db, id) : null
  if (!row) throw new Refusal('not_found')
  return row
}

/** When a write is repeated because its answer was lost, the accounts that hold the old number must still drop it. */
const dropWithdrawn = async (ports: PhonePorts, id: number): Promise<void> => {
  if (Number.isSafeInteger(id)) await dropClaims(ports, await withdrawnClaimsById(ports.db, id))
}

/** Values by hand. Whoever has stopped gets none, as by an import (rule recipient-fields). @throws Refusal invalid_input */
const valuesToWrite = (row: OnePhone, fields: Values, isOther: boolean): Values => {
  // those of the number before go with it
  const changed = changedValues(isOther ? {} : valuesIn(row.fields), fields)
  if (row.suppressed === 1 && !isOther && Object.values(changed).some((value) => value !== ''))
    throw new Refusal('invalid_input', { field: 'fields', text: FIELD_TEXTS.stopped })
  return changed
}
type Edited = PhoneEdit & { fields?: Values | undefined; version?: string | undefined }
/**
 * @param version of the values of the fields, too, where the edit has some
 * @throws Refusal not_found, consent_source_required, consent_source_words, number_suppressed, number_exists, edited_meanwhile or invalid_input.
 */
export const editPhone = async (
  ports: PhonePorts,
  id: number,
  { version, fields, ...edit }: Edited,
  audit: (before: OnePhone) => Statement[],
): Promise<OnePhone> => {
  await dropWithdrawn(ports, id)
  const row = await mustFind(ports.db, id)
  const was = { ...row, suppressed: row.suppressed === 1, consentSource: row.consent_source, consentAt: row.consent_at }
  const readOf = (one: OnePhone) =>
    fields === undefined
      ? presentOf(phoneRead(one))
      : presentOf(phoneReadWithFields(one), { ...phoneRead(one), ...inBraces(valuesIn(one.fields)) })
  const asked = {
    version,
    now: readOf(row),
    guard: refuseUnlessRead(ports.db, 'phone_numbers', { id }, phoneRead(row)),
    // consent and cooldown are of the number: what was judged of one is not written beside another
    always: refuseUnlessRead(ports.db, 'phone_numbers', { id }, { number: row.number }),
    again: async () => {
      const present = await phoneById(ports.db, id)
      return present && readOf(present)
    },
    about: { target: String(id), actions: ['phonenumber.create', 'phonenumber.update'], names: true } as const,
  }
  const write = async (guards: Statement[]): Promise<void> => {
    const plan = planEdit(was, edit)
    if ('refusal' in plan) {
      const field = plan.refusal === 'number_suppressed' ? 'status' : 'consent_source'
      throw new Refusal(plan.refusal, { field })
    }
    const oldHash = hashOfNumber(ports.hashKeys, row.number)
    const newHashes = hashesOfNumber(ports.hashKeys, plan.number)
    const values = fields ? valuesToWrite(row, fields, plan.number !== row.number) : {}
    const hasValues = Object.keys(values).length > 0
    // what was judged of the values is not written beside others, also where nobody says what they read
    const areSame = refuseUnlessFields(ports.db, id, row.fields)
    const statements = {
      first: [...guards, ...(fields && (version || hasValues) ? [areSame] : [])],
      more: [...audit(row), ...(hasValues ? writeValues(ports.db, id, values) : [])],
    }
    await dropClaims(ports, await applyPlan(ports.db, row, plan, { ...ports, oldHash, newHashes }, statements))
  }
  try {
    await asRead(ports.db, asked, write)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'taken phone_numbers.number') throw exists()
    if (refusal === 'field_leaving') throw new Refusal('invalid_input', { field: 'fields', text: FIELD_TEXTS.gone })
    throw error
  }
  return mustFind(ports.db, id)
}

export const removePhone = async (
  ports: PhonePorts,
  id: number,
  audit: (before: PhoneRecord) => Statement[],
): Promise<void> => {
  await dropWithdrawn(ports, id)
  const row = await mustFind(ports.db, id)
  const gone = [{ i: row.id, n: row.number, h: hashOfNumber(ports.hashKeys, row.number) }]
  const first = [refuseUnlessRead(ports.db, 'phone_numbers', { id }, { number: row.number })]
  try {
    const { holders } = await deletePhones(
      ports.db,
      gone,
      { by: ports.by, now: ports.now },
      { first, more: audit(row) },
    )
    await dropClaims(ports, holders)
  } catch (error) {
    if (refusalOf(error) !== 'edited') throw error
    await mustFind(ports.db, id)
    throw new Refusal('edited_meanwhile')
  }
}

/**
 * Each in its own transaction, one after the other: what a crash leaves undone is still in the list.
 * @returns how many are gone by this; those that were gone already do not count
 */
export const removePhones = async (
  ports: PhonePorts,
  ids: readonly number[],
  audit: (before: PhoneRecord, areLeft: boolean) => Statement[],
): Promise<number> => {
  let count = 0
  const each = [...new Set(ids)]
  for (const id of each) {
    try {
      await removePhone(ports, id, (before) => audit(before, id !== each.at(-1)))
      count += 1
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error
    }
  }
  return count
}
