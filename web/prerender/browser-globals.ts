// What the page's modules ask of a browser while they are loaded, for the build, which has none: a person who is signed in, whose
// home is drawn. Imported before everything else.
import type { SessionUser } from '../lib/session/session.ts'

const nothing = (): undefined => undefined
const user: Partial<SessionUser> = { id: 'drawn', role: 'member', firstname: '', lastname: '' }
const media = { matches: false, addEventListener: nothing, removeEventListener: nothing }
const missing = {
  document: {
    addEventListener: nothing,
    cookie: `authToken=drawn; user=${encodeURIComponent(JSON.stringify(user))}`,
    documentElement: { classList: { contains: () => false }, dataset: {} },
  },
  navigator: { onLine: true },
  addEventListener: nothing,
  matchMedia: () => media,
}
for (const [name, value] of Object.entries(missing))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
