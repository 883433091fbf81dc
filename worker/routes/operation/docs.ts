// The API document, and the page that shows it: plain HTML without scripts or foreign resources.
import { html, raw } from 'hono/html'
import { door, routes } from '../../http/door.ts'
import { apiDocument } from '../../http/openapi.ts'

export const docRoutes = routes()

type Operation = {
  tags: string[]
  summary: string
  description?: string
  parameters?: unknown
  requestBody?: unknown
  responses: unknown
}
const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
summary{cursor:pointer;padding:.35rem 0}summary:focus-visible{outline:2px solid}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border:1px solid #8885;border-radius:.5rem}b{display:inline-block;min-width:4.5rem}`

const part = (title: string, value: unknown) =>
  value === undefined ? '' : html`<h4>${title}</h4><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`
const operation = (path: string, method: string, o: Operation) => html`<details>
  <summary><b>${method.toUpperCase()}</b> <code>${path}</code></summary>
  <p>${o.summary}${o.description ? `. ${o.description}` : ''}</p>
  ${part('Parameter', o.parameters)}${part('Isi permintaan', o.requestBody)}${part('Jawaban', o.responses)}
</details>`

const page = () => {
  const { info, paths } = apiDocument() as {
    info: { title: string; description: string }
    paths: Record<string, Record<string, Operation>>
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, o]) => ({ tag: o.tags[0] ?? '', shown: operation(path, method, o) })),
  )
  const groups = [...Map.groupBy(all, (o) => o.tag)]
  return html`<!doctype html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API ${info.title}</title><style>${raw(STYLE)}</style></head><body><main>
<h1>API ${info.title}</h1><p>${info.description} <a href="/api/openapi.json">openapi.json</a></p>
${groups.map(([tag, list]) => html`<h2>${tag}</h2>${list.map((o) => o.shown)}`)}
</main></body></html>`
}

door(docRoutes, 'GET /openapi.json', async ({ c }) => c.json(apiDocument()))
door(docRoutes, 'GET /docs', async ({ c }) => c.html(await page()))
