// /admin/recipient-field: what an import kept of recipients beside number and name (rule recipient-fields).
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { TEMPLATE_IS_SENT } from '../../../contract/sending/campaigns.ts'
import { FIELD_TEXTS, fieldUsedBy } from '../../../contract/recipients/field-texts.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import {
  addFields,
  countPeople,
  deleteField,
  isLiveChange,
  listFields,
} from '../../../domain/recipients/fields/store.ts'
import { segmentsWithField } from '../../../domain/recipients/segments/store.ts'
import { fallbackChanged, refuseUnseenFallback } from '../../../domain/sending/campaigns/review-store.ts'
import { door, routes } from '../../http/door.ts'

export const recipientFieldRoutes = routes()
const refused = (text: string) => new Refusal('invalid_input', { field: 'key', text })

door(recipientFieldRoutes, 'GET /admin/recipient-field/list', async ({ db }) => ({ fields: await listFields(db) }))
door(recipientFieldRoutes, 'GET /admin/recipient-field/people', ({ db, query: { key } }) => countPeople(db, key))
door(recipientFieldRoutes, 'POST /admin/recipient-field/save', async ({ db, body, who, now, audit, needProof }) => {
  // what stands in messages from now on is something new before recipients (rule template-activation)
  if (await isLiveChange(db, body)) needProof()
  try {
    await runBatch(db, [
      refuseUnseenFallback(db, body),
      fallbackChanged(db, body, who.id),
      ...addFields(db, [body], { by: who.id, now, replaces: true }),
      ...audit('phonenumber.field', body.key, undefined, body),
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'needs_another') throw new Refusal('invalid_input', { field: 'fallback', text: TEMPLATE_IS_SENT })
    if (refusal !== 'fields_full' && refusal !== 'field_leaving') throw error
    throw refused(FIELD_TEXTS[refusal === 'fields_full' ? 'full' : 'leaving'])
  }
  return DONE
})
door(recipientFieldRoutes, 'POST /admin/recipient-field/delete', async ({ db, body: { key }, now, audit }) => {
  try {
    await runBatch(db, [...deleteField(db, key, now), ...audit('phonenumber.field_delete', key)])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'status_moved') throw new Refusal('not_found')
    if (refusal === 'field_in_use') throw refused(FIELD_TEXTS.inUse)
    if (refusal === 'field_asked') {
      const segments = await segmentsWithField(db, key)
      throw refused(segments.length > 0 ? fieldUsedBy(segments) : FIELD_TEXTS.ofCampaign)
    }
    throw error
  }
  return DONE
})
