// Mounts every route under /api; each is stated in contract/api/.
import { Hono } from 'hono'
import { z } from 'zod'
import { wordsOf } from '../contract/ground/value-texts.ts'
import { applyAppWide } from './http/app-wide.ts'
import type { AppEnv } from './http/door.ts'
import { approvalRoutes } from './routes/people/approvals.ts'
import { auditRoutes } from './routes/record/audit.ts'
import { receiptPageRoutes, receiptRoutes } from './routes/record/receipts.ts'
import { checkpointRoutes } from './routes/record/checkpoints.ts'
import { authRoutes } from './routes/people/auth.ts'
import { oneOffRoutes } from './routes/sending/one-off.ts'
import { bonusRoutes } from './routes/money/bonus.ts'
import { consentRoutes } from './routes/recipients/consent.ts'
import { programmePageRoutes } from './routes/recipients/programmes-page.ts'
import { programmeRoutes } from './routes/recipients/programmes.ts'
import { bulkRoutes } from './routes/recipients/bulk-acts.ts'
import { segmentRoutes } from './routes/recipients/segments.ts'
import { campaignRoutes } from './routes/sending/campaigns.ts'
import { noteRoutes } from './routes/recipients/notes.ts'
import { tagRoutes } from './routes/recipients/tags.ts'
import { docRoutes } from './routes/operation/docs.ts'
import { dataRequestRoutes } from './routes/privacy/data-requests.ts'
import { factorRoutes } from './routes/people/factors.ts'
import { fraudRoutes } from './routes/money/fraud.ts'
import { healthRoutes } from './routes/operation/health.ts'
import { homeRoutes } from './routes/operation/home.ts'
import { inboxRoutes } from './routes/operation/inbox.ts'
import { importRoutes } from './routes/recipients/imports.ts'
import { ledgerRoutes } from './routes/money/ledger.ts'
import { timelineRoutes } from './routes/privacy/timeline.ts'
import { accountCheckRoutes } from './routes/sending/account-check.ts'
import { periodRoutes } from './routes/money/periods.ts'
import { levelRoutes } from './routes/people/levels.ts'
import { monitorRoutes } from './routes/operation/monitor.ts'
import { noticeRoutes } from './routes/people/notices.ts'
import { numberCheckRoutes } from './routes/sending/number-checks.ts'
import { payoutRoutes } from './routes/money/payouts.ts'
import { phoneNumberRoutes } from './routes/recipients/phone-numbers.ts'
import { pressRoutes } from './routes/ground/presses.ts'
import { proxyRoutes } from './routes/sending/proxies.ts'
import { publicRoutes } from './routes/operation/public.ts'
import { realtimeRoutes } from './routes/operation/realtime.ts'
import { referralRoutes } from './routes/people/referral.ts'
import { runnerRoutes } from './routes/operation/runner.ts'
import { securityEventRoutes } from './routes/record/security-events.ts'
import { payHoldRoutes } from './routes/money/pay-hold.ts'
import { sendingPauseRoutes } from './routes/sending/sending-pause.ts'
import { settingRoutes } from './routes/ground/settings.ts'
import { statsRoutes } from './routes/money/stats.ts'
import { statusRoutes } from './routes/operation/status.ts'
import { suppressionRoutes } from './routes/recipients/suppressions.ts'
import { suppressionPageRoutes } from './routes/recipients/suppressions-page.ts'
import { recipientFieldRoutes } from './routes/recipients/fields.ts'
import { topicRoutes } from './routes/recipients/topics.ts'
import { rateRoutes } from './routes/sending/rates.ts'
import { templateRoutes } from './routes/sending/templates.ts'
import { troubleRoutes } from './routes/operation/troubles.ts'
import { userRoutes } from './routes/people/users.ts'
import { whatsappAccountRoutes } from './routes/sending/whatsapp-accounts.ts'
import { whatsappRoutes } from './routes/sending/whatsapp.ts'
import { withdrawRoutes } from './routes/money/withdraw.ts'
import { withdrawBankRoutes } from './routes/money/withdraw-bank.ts'
import { withdrawWaitRoutes } from './routes/money/withdraw-waits.ts'

// issues for which a schema has no message of its own get Indonesian ones
z.config({ customError: wordsOf })

export const app = new Hono<AppEnv>()
applyAppWide(app)
for (const routes of [
  healthRoutes,
  publicRoutes,
  docRoutes,
  authRoutes,
  pressRoutes,
  // before userRoutes, whose paths have an id, too
  factorRoutes,
  realtimeRoutes,
  runnerRoutes,
  homeRoutes,
  inboxRoutes,
  // before userRoutes, or /users/:id would match referral-per-page
  referralRoutes,
  userRoutes,
  oneOffRoutes,
  // before whatsappAccountRoutes, or its /:id would match these paths
  whatsappRoutes,
  whatsappAccountRoutes,
  payHoldRoutes,
  sendingPauseRoutes,
  settingRoutes,
  levelRoutes,
  phoneNumberRoutes,
  suppressionRoutes,
  consentRoutes,
  programmeRoutes,
  tagRoutes,
  noteRoutes,
  segmentRoutes,
  campaignRoutes,
  bulkRoutes,
  programmePageRoutes,
  dataRequestRoutes,
  auditRoutes,
  checkpointRoutes,
  receiptRoutes,
  receiptPageRoutes,
  securityEventRoutes,
  ledgerRoutes,
  periodRoutes,
  accountCheckRoutes,
  timelineRoutes,
  importRoutes,
  templateRoutes,
  rateRoutes,
  topicRoutes,
  recipientFieldRoutes,
  suppressionPageRoutes,
  proxyRoutes,
  numberCheckRoutes,
  statsRoutes,
  statusRoutes,
  withdrawRoutes,
  withdrawBankRoutes,
  withdrawWaitRoutes,
  payoutRoutes,
  approvalRoutes,
  fraudRoutes,
  bonusRoutes,
  monitorRoutes,
  noticeRoutes,
  troubleRoutes,
]) {
  app.route('/api', routes)
}
