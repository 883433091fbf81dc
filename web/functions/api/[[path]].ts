// Every call under /api, websocket upgrades included, goes to the Worker as it came.
type Context = { request: Request; env: { API: { fetch(request: Request): Promise<Response> } } }

export const onRequest = (context: Context): Promise<Response> => context.env.API.fetch(context.request)
