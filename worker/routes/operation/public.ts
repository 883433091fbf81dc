// Public routes: the configuration that the page needs before sign-in, and what browsers report.
import { httpsAddress } from '../../../contract/ground/addresses.ts'
import { listOf } from '../../../contract/ground/settings.ts'
import { LINK_CONSENT_VERSION } from '../../../contract/sending/whatsapp.ts'
import { feeOf } from '../../../domain/people/levels/price-rules.ts'
import { lowestFee } from '../../../domain/people/levels/store.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { isSandbox } from '../../env.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { door, routes } from '../../http/door.ts'
import { log } from '../../log.ts'
import { TURNSTILE_SCRIPT_URL } from '../../services.ts'

export const publicRoutes = routes()

door(publicRoutes, 'GET /public/config', async ({ db, effects }) => {
  const [settings, level] = await Promise.all([readSettings(db), lowestFee(db)])
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
    newcomer: {
      blast_fee: feeOf({ own: null, level, setting: settings.price }),
      payoutDays: settings.payout_days,
    },
  }
})

door(publicRoutes, 'POST /public/csp-report', async ({ body }) => {
  for (const violation of body) log.warn('content security policy', violation)
  return DONE
})
