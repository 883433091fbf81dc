// /admin/withdraw: what the bank did with a request's money: transferred, sent back; and all its steps (rule paid-is-paid).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { answerTexts } from '../../../contract/ground/texts.ts'
import { withdrawReturnedForm } from '../../../contract/money/withdraw.ts'
import { readProof } from '../../../domain/money/payouts/proof-image.ts'
import { mustPayOut } from '../../../domain/money/payouts/freeze-requests.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { isOnOneNetwork } from '../../../domain/people/ties/store.ts'
import { orderWithdraw } from '../../../domain/money/withdraw/order-withdraw.ts'
import { presentHistory, presentWithdraw } from '../../../domain/money/withdraw/present.ts'
import { historyOf } from '../../../domain/money/withdraw/proof-store.ts'
import { publishWithdraw } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { askReturn, mustBeOrdered } from '../../../domain/money/withdraw/return-withdraw.ts'
import { Accepted } from '../../http/context.ts'
import { door, routes } from '../../http/door.ts'
import { invalid } from '../../http/errors.ts'
import { readForm } from '../../http/form.ts'
import { channelPorts } from '../../ports.ts'
import { announce } from '../../push.ts'

export const withdrawBankRoutes = routes()

door(withdrawBankRoutes, 'POST /admin/withdraw/ordered', async ({ db, env, who, body, now, audit, later }) => {
  const { row, refs } = await orderWithdraw(db, who, { ...body, now }, audit)
  later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
  later(announce(env, db, ...refs))
  return { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
})
// The file is stored before the question names it, and nothing deletes it.
door(withdrawBankRoutes, 'POST /admin/withdraw/returned', async ({ c, db, env, who, now, audit, later }) => {
  const form = await readForm(c)
  const fields = withdrawReturnedForm.safeParse({ id: form.text('id'), reason: form.text('reason') })
  if (!fields.success) throw invalid(fields.error)
  if (!form.file) throw new Refusal('file_required')
  const { id, reason } = fields.data
  await mustBeOrdered(db, who, id)
  const image = readProof(id, await form.file.arrayBuffer())
  await env.MEDIA.put(image.key, image.bytes, { httpMetadata: { contentType: image.type } })
  const { row, refs } = await askReturn(db, who, { id, reason, key: image.key, now }, audit)
  later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
  later(announce(env, db, ...refs))
  return new Accepted({ ...DONE, ...twice('withdraw', presentWithdraw(row)), msg: answerTexts.secondAsked })
})
door(withdrawBankRoutes, 'GET /admin/withdraw/steps/:id', async ({ db, who, param, now }) => {
  const id = param('id')
  const network = isOnOneNetwork(db, who.id, id, now)
  const [settings, history, same] = await Promise.all([readSettings(db), historyOf(db, id), network])
  mustPayOut(who, settings)
  return presentHistory(history, same)
})
