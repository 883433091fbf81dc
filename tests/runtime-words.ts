// What workerd says beside the tests that run in it. Words that are planned are dropped; any others are printed, named again at the end, and fail the
// run. The plugin that starts workerd takes no listener of ours and writes its words to stdout and stderr: they are told from vitest's own lines
// by who calls `write`.
import { stripVTControlCharacters } from 'node:util'
import type { Plugin } from 'vitest/config'

type Planned = { words: RegExp; because: string }
export const PLANNED: readonly Planned[] = [
  {
    words: /^Sourcemap for ".*\/@cloudflare\/containers\/dist\/[\w./-]+" points to missing source files$/,
    because: 'the package has maps and not what they map to',
  },
  {
    words: /outputGateBroken; jsg\.Error: (crash|killed|in the alarm|put to sleep by a test)$/m,
    because: 'cases of the platform and tests of an object abort it with these words',
  },
  {
    words: /: failed: (remote\.)?jsg\.Error: Application called deleteAllDurableObjects\(\)\.$/m,
    because: 'each file begins without objects (tests/workerd/setup.ts)',
  },
  {
    words: /^exception = workerd\/api\/streams\/[\w.+-]+:\d+: disconnected: (pump|reader) canceled$/m,
    because: 'a body that one side does not read to its end',
  },
  {
    words: /stack = Error: Containers have not been enabled for this Durable Object class\./,
    because: 'wrangler’s local runtime has no containers, which the fleet must live with',
  },
  {
    words:
      /^console warning; message = Called \.text\(\) on an HTTP body .* Content-Type is "(video\/mp4|application\/csp-report)"/,
    because: 'a test compares a file as text; browsers send reports under a type of their own',
  },
  {
    words:
      /^NOSENTRY SQLite alarm (overdue, running despite AlarmManager mismatch|handler canceled with requestScheduledAlarm)/,
    because: 'an alarm that a busy machine runs late, or that was set again while it waited',
  },
  {
    words: /^Received a call to (retry|ack)\(\) on message \w+ after (ack|retry)\(\) was already called\./,
    because: 'a case of the platform answers a message of the queue twice',
  },
  {
    words: /^\[mf:warn\] Dropped message "\w+" on queue "probe" after 3 failed attempts!$/,
    because: 'a case of the platform never takes a message',
  },
  {
    words:
      /^uncaught exception; source = Uncaught \(in promise\); (stack = [^]*\/tests\/simulate\/platform\/conformance\/|exception = text$)/,
    because: 'cases of the platform whose object throws, also what is no error',
  },
  {
    words:
      /^uncaught exception; exception = workerd\/jsg\/value\.h:\d+: failed: jsg\.Error: (once|in the handler|after setting|after deleting)$/m,
    because: 'the same errors, as they leave an alarm or a handler of messages',
  },
  {
    words:
      /^uncaught exception; source = Uncaught \(in promise\); stack = Error: an account of a test does not answer$/m,
    because: 'the object of a test fails, and the Worker says that it does',
  },
  {
    words: /stack = TypeError: The RPC receiver does not implement "nope"\./,
    because: 'a case of the platform calls what is not there',
  },
]
export const isPlanned = (words: string): boolean => PLANNED.some((planned) => planned.words.test(words))

const STARTS_WORKERD = /[\\/](@cloudflare[\\/]vitest-plugin|miniflare)[\\/]dist[\\/]/
const isFromRuntime = (): boolean => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  const { stack } = new Error('who writes')
  Error.stackTraceLimit = stackTraceLimit
  return STARTS_WORKERD.test(stack ?? '')
}

/** What was said, and how often. */
const unplanned = new Map<string, number>()
const hear = (stream: NodeJS.WriteStream): void => {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  stream.write = (chunk: unknown, ...more: unknown[]): boolean => {
    const words = stripVTControlCharacters(String(chunk)).trim()
    if (words !== '' && isPlanned(words)) return true
    // addresses in workerd itself differ each time
    const said = words.replace(/\nstack: .*/g, '')
    if (said !== '' && isFromRuntime()) unplanned.set(said, (unplanned.get(said) ?? 0) + 1)
    return write(chunk, ...more)
  }
}
const nameThem = (): void => {
  if (unplanned.size === 0) return
  process.exitCode = 1
  const named = [...unplanned].map(([said, times]) => `  ${times} × ${said}\n`)
  process.stderr.write(`\nThe run fails: workerd said what is not planned (tests/runtime-words.ts).\n${named.join('')}`)
}

let hears = false
/** Of each project that runs in workerd; all of them have one ear. */
export const runtimeWords = (): Plugin => ({
  name: 'runtime-words',
  configureVitest: () => {
    if (hears) return
    hears = true
    for (const stream of [process.stdout, process.stderr]) hear(stream)
    process.once('exit', nameThem)
  },
})
