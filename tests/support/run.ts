// What the set-up of the browser tests hands to each test file.
import 'vitest'

type Run = { origin: string; sandboxOrigin: string; chromium: string; control: string }

declare module 'vitest' {
  interface ProvidedContext {
    run: Run
  }
}
