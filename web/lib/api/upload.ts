// A form on its way: given up once nothing of it has moved for as long as another write may take, because fetch does not say how far it is.
// Takes what fetch takes.
const PATIENCE_MS = 15_000

export const upload = (to: string, { method = 'POST', headers, body }: RequestInit): Promise<Response> =>
  new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const moved = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), PATIENCE_MS)
    }
    request.upload.addEventListener('progress', moved)
    request.addEventListener('progress', moved)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      if (request.status === 0) return fail(new TypeError('no answer'))
      const said = new Headers()
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const at = line.indexOf(':')
        if (at > 0) said.append(line.slice(0, at), line.slice(at + 1).trim())
      }
      done(new Response(request.responseText, { status: request.status, headers: said }))
    })
    request.open(method, to)
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.send(body as FormData)
    moved()
  })
