// Mounts every route under /api; each is stated in contract/api/.
import { Hono } from 'hono'
import { z } from 'zod'
import { wordsOf } from '../contract/words.ts'
import { applyAppWide } from './http/app-wide.ts'
import type { AppEnv } from './http/door.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { oneOffRoutes } from './routes/one-off.ts'
import { bonusRoutes } from './routes/bonus.ts'
import { consentRoutes } from './routes/consent.ts'
import { docRoutes } from './routes/docs.ts'
import { dataRequestRoutes } from './routes/data-requests.ts'
import { factorRoutes } from './routes/factors.ts'
import { fraudRoutes } from './routes/fraud.ts'
import { healthRoutes } from './routes/health.ts'
import { homeRoutes } from './routes/home.ts'
import { importRoutes } from './routes/imports.ts'
import { ledgerRoutes } from './routes/ledger.ts'
import { levelRoutes } from './routes/levels.ts'
import { monitorRoutes } from './routes/monitor.ts'
import { noticeRoutes } from './routes/notices.ts'
import { numberCheckRoutes } from './routes/number-checks.ts'
import { payoutRoutes } from './routes/payouts.ts'
import { phoneNumberRoutes } from './routes/phone-numbers.ts'
import { pressRoutes } from './routes/presses.ts'
import { proxyRoutes } from './routes/proxies.ts'
import { publicRoutes } from './routes/public.ts'
import { realtimeRoutes } from './routes/realtime.ts'
import { referralRoutes } from './routes/referral.ts'
import { runnerRoutes } from './routes/runner.ts'
import { securityEventRoutes } from './routes/security-events.ts'
import { payHoldRoutes } from './routes/pay-hold.ts'
import { sendingPauseRoutes } from './routes/sending-pause.ts'
import { settingRoutes } from './routes/settings.ts'
import { statsRoutes } from './routes/stats.ts'
import { statusRoutes } from './routes/status.ts'
import { suppressionRoutes } from './routes/suppressions.ts'
import { templateRoutes } from './routes/templates.ts'
import { troubleRoutes } from './routes/troubles.ts'
import { userRoutes } from './routes/users.ts'
import { whatsappAccountRoutes } from './routes/whatsapp-accounts.ts'
import { whatsappRoutes } from './routes/whatsapp.ts'
import { withdrawRoutes } from './routes/withdraw.ts'
import { withdrawBankRoutes } from './routes/withdraw-bank.ts'
import { withdrawWaitRoutes } from './routes/withdraw-waits.ts'

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
  dataRequestRoutes,
  auditRoutes,
  securityEventRoutes,
  ledgerRoutes,
  importRoutes,
  templateRoutes,
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
