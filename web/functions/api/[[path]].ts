// Every call under /api, websocket upgrades included, goes to the Worker as it came. It stands alone: only this
// folder is deployed, so the contract's words for a lost call are repeated here.
type Context = { request: Request; env: { API: { fetch(request: Request): Promise<Response> } } }

/** What every answer of the Worker has: the page's `_headers` do not reach what a function answers. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** A read is asked again by the page; whether a write arrived is not known, so nobody here sends it twice. */
const unreachable = (method: string): Response => {
  const msg = method === 'GET' ? 'Internal server error' : 'Network error. Please try again.'
  const body = { msg, message: msg, error: msg, reason: 'unreachable', requestId: crypto.randomUUID() }
  return Response.json(body, { status: 502, headers: HEADERS })
}

export const onRequest = async ({ request, env }: Context): Promise<Response> => {
  try {
    return await env.API.fetch(request)
  } catch {
    return unreachable(request.method)
  }
}
