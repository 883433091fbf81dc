// Every call of the API, and the types that follow from it. The Worker mounts its routes from this table and tests walk
// it: a call that is not in it does not exist. The page imports the types only, so no schema is loaded by a browser.
import type { z } from 'zod'
import { approvalCalls } from './people/approvals.ts'
import { auditCalls } from './record/audit.ts'
import { accountCheckCalls } from './sending/account-check.ts'
import { rateCalls } from './sending/rates.ts'
import { topicCalls } from './recipients/topics.ts'
import { recipientFieldCalls } from './recipients/fields.ts'
import { receiptCalls } from './record/receipts.ts'
import { checkpointCalls } from './record/checkpoints.ts'
import { authCalls } from './people/auth.ts'
import { oneOffCalls } from './sending/one-off.ts'
import { bonusCalls } from './money/bonus.ts'
import type { Call, Nothing, Sends } from './call.ts'
import { consentCalls } from './recipients/consent.ts'
import { programmeCalls } from './recipients/programmes.ts'
import { bulkCalls } from './recipients/bulk-acts.ts'
import { segmentCalls } from './recipients/segments.ts'
import { noteCalls } from './recipients/notes.ts'
import { tagCalls } from './recipients/tags.ts'
import { dataRequestCalls } from './privacy/data-requests.ts'
import { factorCalls } from './people/factors.ts'
import { fraudCalls } from './money/fraud.ts'
import { homeCalls } from './operation/home.ts'
import { inboxCalls } from './operation/inbox.ts'
import { importCalls } from './recipients/imports.ts'
import { ledgerCalls } from './money/ledger.ts'
import { periodCalls } from './money/periods.ts'
import { levelCalls } from './people/levels.ts'
import { monitorCalls } from './operation/monitor.ts'
import { timelineCalls } from './privacy/timeline.ts'
import { noticeCalls } from './people/notices.ts'
import { numberCheckCalls } from './sending/number-checks.ts'
import { payHoldCalls } from './money/pay-hold.ts'
import { payoutCalls } from './money/payouts.ts'
import { phoneNumberCalls } from './recipients/phone-numbers.ts'
import { proxyCalls } from './sending/proxies.ts'
import { publicCalls } from './operation/public.ts'
import { referralCalls } from './people/referral.ts'
import { sendingPauseCalls } from './sending/sending-pause.ts'
import { securityEventCalls } from './record/security-events.ts'
import { settingCalls } from './ground/settings.ts'
import { statsCalls } from './money/stats.ts'
import { statusCalls } from './operation/status.ts'
import { suppressionCalls } from './recipients/suppressions.ts'
import { campaignCalls } from './sending/campaigns.ts'
import { templateCalls } from './sending/templates.ts'
import { troubleCalls } from './operation/troubles.ts'
import { userCalls } from './people/users.ts'
import { whatsappCalls } from './sending/whatsapp.ts'
import { withdrawCalls } from './money/withdraw.ts'

export const API = {
  ...publicCalls,
  ...authCalls,
  ...factorCalls,
  ...homeCalls,
  ...inboxCalls,
  ...userCalls,
  ...referralCalls,
  ...whatsappCalls,
  ...oneOffCalls,
  ...rateCalls,
  ...accountCheckCalls,
  ...topicCalls,
  ...recipientFieldCalls,
  ...statsCalls,
  ...withdrawCalls,
  ...payoutCalls,
  ...approvalCalls,
  ...fraudCalls,
  ...payHoldCalls,
  ...bonusCalls,
  ...settingCalls,
  ...sendingPauseCalls,
  ...proxyCalls,
  ...phoneNumberCalls,
  ...suppressionCalls,
  ...templateCalls,
  ...numberCheckCalls,
  ...levelCalls,
  ...importCalls,
  ...bulkCalls,
  ...consentCalls,
  ...programmeCalls,
  ...tagCalls,
  ...noteCalls,
  ...segmentCalls,
  ...campaignCalls,
  ...dataRequestCalls,
  ...auditCalls,
  ...checkpointCalls,
  ...receiptCalls,
  ...securityEventCalls,
  ...ledgerCalls,
  ...periodCalls,
  ...timelineCalls,
  ...monitorCalls,
  ...noticeCalls,
  ...statusCalls,
  ...troubleCalls,
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>

export type Api = typeof API
/** Method and path under /api: `GET /admin/level/:id`. */
export type Route = keyof Api

/** The stated keys alone, without the open rest of the object. */
type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
export type AnswerOf<R extends Route> = Known<z.output<Api[R]['answer']>>
export type AcceptedOf<R extends Route> = Known<z.output<Api[R]['accepted']>>
/** Names of the ids in a path: `id` of `/admin/level/:id`. */
export type ParamOf<R extends string> = R extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : R extends `${string}:${infer Name}`
    ? Name
    : never

type BodyLess = z.input<Nothing>
/** JSON, or a form where the call takes one. */
type BodyOf<R extends Route> =
  | z.input<Api[R]['body']>
  | (Api[R]['form'] extends Nothing ? never : FormData | z.input<Api[R]['form']>)
/** The query; empty values are not sent. */
type Sendable<T> = { [K in keyof T]?: T[K] | '' | null }
type Whose = { user_id?: string | null; userId?: string | null }
export type QueryOf<R extends Route> = Sendable<z.input<Api[R]['query']>> &
  (Api[R]['own'] extends 'list' ? Whose : object)
/** What a caller has to pass: ids of the path, a body, a query; `anonymous` where no sign-in is needed. */
export type Needs<R extends Route> = ([ParamOf<R>] extends [never]
  ? { params?: never }
  : { params: Record<ParamOf<R>, string | number> }) &
  (BodyOf<R> extends BodyLess ? { body?: never } : { body: BodyOf<R> }) &
  (Api[R]['audience'] extends 'people' ? { anonymous?: never } : { anonymous: true }) & { query?: QueryOf<R> }
/** The answers of all statuses that mean success. */
export type Answer<R extends Route> = AnswerOf<R> | Exclude<AcceptedOf<R>, BodyLess>
export type RouteThat<S extends Sends> = { [R in Route]: Api[R]['sends'] extends S ? R : never }[Route]

/** Every route with its call, for code that walks the whole table. */
export const ROUTES: readonly (readonly [Route, Call])[] = Object.entries(API) as [Route, Call][]
