// A local stand-in for Cloudflare Turnstile: the widget script, and siteverify with single-use tokens.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'

const TOKEN_LIFE_MS = 300_000
const ACTION_LENGTH = 32

interface Issued {
  action: string
  expiresAt: number
}

const WIDGET = `(() => {
  const widgets = new Map()
  let next = 0
  const base = new URL(document.currentScript.src).origin
  const params = new URL(document.currentScript.src).searchParams
  const find = (id) => widgets.get(id) ?? [...widgets.values()].at(-1)
  async function solve(widget) {
    const answer = await fetch(base + '/sandbox/turnstile/token', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: widget.options.action ?? '' }),
    })
    if (!answer.ok) { widget.options['error-callback']?.('sandbox'); return }
    widget.token = (await answer.json()).token
    if (widget.input) widget.input.value = widget.token
    widget.box.querySelector('span').textContent = 'Verifikasi keamanan (sandbox): berhasil'
    widget.options.callback?.(widget.token)
  }
  const turnstile = {
    render(container, options = {}) {
      const host = typeof container === 'string' ? document.querySelector(container) : container
      const id = 'sandbox-widget-' + next++
      const box = document.createElement('div')
      box.setAttribute('role', 'status')
      box.setAttribute('aria-label', 'Verifikasi keamanan (sandbox)')
      const colours = options.theme === 'dark' ? 'background:#1d2422;color:#e6ebe9' : 'background:#f9fafb;color:#1d2939'
      box.style.cssText = 'border:1px solid #98a2b3;border-radius:8px;padding:14px 16px;font:14px/1.4 sans-serif;' +
        'max-width:300px;' + colours
      const text = document.createElement('span')
      text.textContent = 'Verifikasi keamanan (sandbox)'
      box.append(text)
      const input = options['response-field'] === false ? null : document.createElement('input')
      if (input) {
        input.type = 'hidden'
        input.name = options['response-field-name'] ?? 'cf-turnstile-response'
        box.append(input)
      }
      host.append(box)
      const widget = { id, box, input, options, token: undefined }
      widgets.set(id, widget)
      setTimeout(() => solve(widget), 50)
      return id
    },
    reset(id) {
      const widget = find(id)
      if (!widget) return
      widget.token = undefined
      if (widget.input) widget.input.value = ''
      widget.box.querySelector('span').textContent = 'Verifikasi keamanan (sandbox)'
      setTimeout(() => solve(widget), 50)
    },
    remove(id) {
      const widget = find(id)
      if (!widget) return
      widget.box.remove()
      widgets.delete(widget.id)
    },
    getResponse: (id) => find(id)?.token,
    isExpired: () => false,
    execute(id) { const widget = find(id); if (widget) solve(widget) },
    ready: (callback) => callback(),
  }
  window.turnstile = turnstile
  const start = () => {
    if (params.get('render') !== 'explicit') {
      for (const host of document.querySelectorAll('.cf-turnstile')) {
        turnstile.render(host, {
          action: host.dataset.action,
          callback: host.dataset.callback && window[host.dataset.callback],
        })
      }
    }
    const onload = params.get('onload')
    if (onload) window[onload]?.()
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
})()
`

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  try {
    if (type.includes('application/json')) return (await request.json()) as Record<string, unknown>
    return Object.fromEntries((await request.formData()).entries())
  } catch {
    return {}
  }
}

export function turnstileRoutes(): Hono {
  const issued = new Map<string, Issued>()
  const used = new Set<string>()
  const failed = (...codes: string[]) => ({ success: false, 'error-codes': codes })
  return new Hono()
    .get('/api.js', (c) =>
      c.body(WIDGET, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }),
    )
    .post('/token', async (c) => {
      const { action } = await readBody(c.req.raw)
      const token = `sandbox.${randomBytes(24).toString('base64url')}`
      const now = Date.now()
      for (const [old, { expiresAt }] of issued) if (expiresAt < now) issued.delete(old)
      issued.set(token, {
        action: typeof action === 'string' ? action.slice(0, ACTION_LENGTH) : '',
        expiresAt: now + TOKEN_LIFE_MS,
      })
      return c.json({ token })
    })
    .post('/siteverify', async (c) => {
      const { secret, response } = await readBody(c.req.raw)
      if (typeof secret !== 'string' || secret === '') return c.json(failed('missing-input-secret'))
      if (typeof response !== 'string' || response === '') return c.json(failed('missing-input-response'))
      const token = issued.get(response)
      if (!token) return c.json(failed(used.has(response) ? 'timeout-or-duplicate' : 'invalid-input-response'))
      issued.delete(response)
      used.add(response)
      if (token.expiresAt < Date.now()) return c.json(failed('timeout-or-duplicate'))
      return c.json({
        success: true,
        action: token.action,
        challenge_ts: new Date().toISOString(),
        hostname: 'localhost',
        'error-codes': [],
      })
    })
}
