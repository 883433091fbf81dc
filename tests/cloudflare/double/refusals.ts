// What an account refuses for what it has not, in the codes that Cloudflare's own users report.
import type { MiddlewareHandler } from 'hono'
import { refuse } from './answers.ts'
import type { Offers } from './offers.ts'
import { readUpload } from './workers.ts'

const R2 = 'Please enable R2 through the Cloudflare Dashboard.'
export const refusesBuckets =
  (offers: Offers): MiddlewareHandler =>
  async (c, next) =>
    offers.hasR2 ? next() : refuse(c, 403, 10_042, R2)

const UPLOAD = /\/scripts\/[^/]+(\/versions)?$/
/** A Worker is taken only with bindings to what the account has. */
export const refusesBindings =
  (offers: Offers): MiddlewareHandler =>
  async (c, next) => {
    if (!UPLOAD.test(c.req.path) || !(c.req.header('content-type') ?? '').startsWith('multipart/')) return next()
    const { metadata } = await readUpload(await c.req.formData())
    const types = (metadata.bindings ?? []).map((binding) => binding.type)
    if (!offers.hasAnalyticsEngine && types.includes('analytics_engine'))
      return refuse(
        c,
        403,
        10_089,
        'You need to enable Analytics Engine. Head to the Cloudflare Dashboard to enable: https://dash.cloudflare.com/account/workers/analytics-engine',
      )
    if (!offers.hasR2 && types.includes('r2_bucket')) return refuse(c, 403, 10_136, `R2 binding error: ${R2}`)
    return next()
  }
