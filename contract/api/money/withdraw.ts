// Withdraws: a member's figures and requests, and everybody's requests for those who pay out.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import {
  cursors,
  incomeDay,
  incomeDaysExportQuery,
  incomeDaysQuery,
  settleBody,
  statementExportQuery,
  statementLine,
  statementQuery,
} from '../../money/ledger.ts'
import {
  moneySummary,
  withdrawAccount,
  withdrawCancelBody,
  withdrawExportQuery,
  withdrawHistory,
  withdrawItem,
  withdrawListQuery,
  withdrawOrderedBody,
  withdrawReturnedForm,
  withdrawRequestBody,
  withdrawsWaiting,
  withdrawUpdateBody,
} from '../../money/withdraw.ts'
import { withdrawWaitBody } from '../../people/ties.ts'
import { ALL, call, fileCall, MEMBERS, STAFF_AND_ADMINS } from '../call.ts'
import { list, page, saved, total } from '../shapes.ts'
import { done } from '../../ground/done.ts'

/** Only members have a balance that can be paid out. */
const DRAWS = ['member', 'dev'] as const

export const withdrawCalls = {
  'GET /admin/withdraw/income/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    answer: total.extend({ income: rupiah }),
  }),
  'GET /admin/withdraw/balance/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    answer: total.extend({ balance: rupiah }),
  }),
  'GET /admin/withdraw/total-requested/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    answer: total,
  }),
  'GET /admin/withdraw/total-accepted/:userId': call({ roles: MEMBERS, own: 'user', reads: 'primary', answer: total }),
  'GET /admin/withdraw/total-today': call({
    roles: STAFF_AND_ADMINS,
    own: 'office',
    reads: 'primary',
    answer: total.extend({ day: z.string() }),
  }),
  'GET /admin/withdraw/total-all': call({ roles: STAFF_AND_ADMINS, own: 'office', reads: 'primary', answer: total }),
  'GET /admin/withdraw/history/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    limit: 'list',
    answer: list(withdrawItem),
  }),
  'GET /admin/withdraw/histories': call({
    roles: STAFF_AND_ADMINS,
    own: 'none',
    reads: 'primary',
    limit: 'list',
    answer: list(withdrawItem),
  }),
  /** Which requests the answer has depends on the role and on the setting `staff_can_process`, so the handler decides. */
  'GET /admin/withdraw/histories-per-page': call({
    roles: ALL,
    own: 'none',
    reads: 'primary',
    query: withdrawListQuery,
    /**
     * waiting: of the same people as the list, whatever status and page it shows. sum: of everything that the list has, whatever page;
     * null: more was found than is added up.
     */
    answer: page(withdrawItem).extend({ waiting: withdrawsWaiting, sum: rupiah.nullable() }),
  }),
  /** The same requests as the list, in its order, for a spreadsheet. */
  'GET /admin/withdraw/export': fileCall('table', {
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    limit: 'export',
    query: withdrawExportQuery,
  }),
  /** All figures of a balance from one moment, so that they add up. */
  'GET /admin/withdraw/summary/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    answer: moneySummary.loose(),
  }),
  'GET /admin/withdraw/statement/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    query: statementQuery,
    /** open: what is not posted yet, whatever is filtered. */
    answer: page(statementLine).extend({ open: z.array(statementLine), ...cursors.shape }),
  }),
  /** The posted lines that the filters leave, newest first. */
  'GET /admin/withdraw/statement-file/:userId': fileCall('table', {
    proof: true,
    roles: MEMBERS,
    own: 'user',
    limit: 'export',
    query: statementExportQuery,
  }),
  /** Newest day first. */
  'GET /admin/withdraw/income-days/:userId': call({
    roles: MEMBERS,
    own: 'user',
    reads: 'primary',
    query: incomeDaysQuery,
    answer: z.looseObject({ list: z.array(incomeDay), data: z.array(incomeDay), ...cursors.shape }),
  }),
  'GET /admin/withdraw/income-days-file/:userId': fileCall('table', {
    proof: true,
    roles: MEMBERS,
    own: 'user',
    limit: 'export',
    query: incomeDaysExportQuery,
  }),
  'POST /admin/withdraw/settle': call({
    roles: DRAWS,
    own: 'body',
    limit: 'settle',
    body: settleBody,
    answer: done.extend({ settled: z.number() }),
  }),
  'POST /admin/withdraw/request': call({
    roles: DRAWS,
    own: 'body',
    limit: 'withdraw',
    body: withdrawRequestBody,
    answer: saved('withdraw', withdrawItem),
  }),
  /** Takes back one's own request that waits. Asked again, it answers the same and changes nothing. */
  'POST /admin/withdraw/cancel': call({
    roles: DRAWS,
    own: 'withdraw',
    limit: 'withdraw',
    body: withdrawCancelBody,
    answer: saved('withdraw', withdrawItem),
  }),
  'PUT /admin/withdraw/update': call({
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    body: withdrawUpdateBody,
    answer: saved('withdraw', withdrawItem),
    /** An acceptance that waits for a second person: the request stays as it is. */
    accepted: saved('withdraw', withdrawItem).extend({ msg: z.string() }),
  }),
  /** *Sudah saya transfer*: the transfer of an accepted request was made. It is undone as returned by the bank alone (rule paid-is-paid). */
  'POST /admin/withdraw/ordered': call({
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    body: withdrawOrderedBody,
    answer: saved('withdraw', withdrawItem),
  }),
  /** *Dikembalikan bank*: asks a second person, at any amount, with an image that shows it. */
  'POST /admin/withdraw/returned': call({
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    limit: 'import',
    limitBytes: 2 * 1024 * 1024 + 64 * 1024,
    form: withdrawReturnedForm,
    answer: saved('withdraw', withdrawItem),
    accepted: saved('withdraw', withdrawItem).extend({ msg: z.string() }),
  }),
  /** For who is tied to its member, where nobody else may decide: 72 hours, in which the member may stop it. Twice is one wait (rule decider-wait). */
  'POST /admin/withdraw/wait': call({
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    body: withdrawWaitBody,
    answer: saved('withdraw', withdrawItem),
  }),
  /** *Bukan saya*: its member holds a request that somebody tied to them waits to decide about. */
  'POST /admin/withdraw/object': call({
    roles: ALL,
    own: 'withdraw',
    limit: 'withdraw',
    body: withdrawWaitBody,
    answer: saved('withdraw', withdrawItem),
  }),
  /** The whole bank details of one request, for the transfer: lists mask the number, and nobody reads those of everybody this way. */
  'GET /admin/withdraw/account/:id': call({
    roles: STAFF_AND_ADMINS,
    own: 'office',
    reads: 'primary',
    limit: 'list',
    answer: withdrawAccount,
  }),
  /** Every step of a request and every file that proves something about it, for those who pay out. */
  'GET /admin/withdraw/steps/:id': call({
    roles: STAFF_AND_ADMINS,
    own: 'office',
    reads: 'primary',
    answer: withdrawHistory,
  }),
}
