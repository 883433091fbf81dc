// A page that the Worker draws, at an address that fits on a poster or in a letter. It stands alone, as the function of /api does.
type Context = { request: Request; env: { API: { fetch(request: Request): Promise<Response> } } }

export const plainPage = async ({ request, env }: Context): Promise<Response> => {
  const url = new URL(request.url)
  url.pathname = `/api${url.pathname.replace(/\/+$/, '')}`
  try {
    // where it leads to is for the browser to follow
    return await env.API.fetch(new Request(url, new Request(request, { redirect: 'manual' })))
  } catch {
    const text =
      'Halaman ini tidak dapat dimuat. Coba lagi sebentar lagi. This page could not be loaded. Try again in a moment.'
    return new Response(text, {
      status: 502,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }
}
