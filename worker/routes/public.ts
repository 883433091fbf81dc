// Public routes: health, and the configuration that the page needs before sign-in.
import { httpsAddress } from '../../contract/addresses.ts'
import { listOf } from '../../contract/settings.ts'
import { LINK_CONSENT_VERSION } from '../../contract/whatsapp.ts'
import { readSettings } from '../../domain/settings/store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { isSandbox } from '../env.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { door, routes } from '../http/door.ts'
import { isConfigured } from '../http/configured.ts'
import { log } from '../log.ts'
import { TURNSTILE_SCRIPT_URL } from '../services.ts'

export const publicRoutes = routes()

door(publicRoutes, 'GET /health', async ({ env }) => {
  const [runners, ok] = await Promise.all([runnerFleet(env).runners(), isConfigured(env)])
  return { ok, runners: runners.length, accounts: runners.reduce((sum, r) => sum + r.accounts, 0) }
})

door(publicRoutes, 'GET /public/config', async ({ db, effects }) => {
  const settings = await readSettings(db)
  const { env } = await effects()
  const sandbox = isSandbox(env)
  const phonePage = env.SANDBOX_PHONE_URL ?? (env.SANDBOX_URL ? `${env.SANDBOX_URL}/sandbox/phone` : '')
  return {
    turnstileScript: env.TURNSTILE_SCRIPT_URL ?? TURNSTILE_SCRIPT_URL,
    turnstileSiteKey: env.TURNSTILE_SITE_KEY ?? '',
    sandbox,
    sandboxPhoneUrl: sandbox ? phonePage : '',
    // older versions stored addresses that are not https; they are not shown
    supportUrl: httpsAddress(settings.support_url) ?? '',
    bankNames: listOf(settings.bank_names),
    consentVersion: LINK_CONSENT_VERSION,
  }
})

door(publicRoutes, 'POST /public/csp-report', async ({ body }) => {
  for (const violation of body) log.warn('content security policy', violation)
  return DONE
})
