// What is kept about one number, for the person who asks. Erasing is a call of consent.ts, correcting one of phone-numbers.ts.
import { dataRequestAnswer, dataRequestBody } from '../../privacy/data-requests.ts'
import { ADMINS, call } from '../call.ts'

export const dataRequestCalls = {
  'POST /admin/data-request': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: dataRequestBody,
    answer: dataRequestAnswer,
  }),
}
