// The product that a browser test file has for itself, and after it the next file of this process: the set-up of the browser
// tests lends it over a connection (tests/browser/lender.ts) and takes it back when the process ends.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

/** Origins of the page, of the sandbox's controls and of the Worker behind the page; home: its data. */
export type Lent = { origin: string; sandboxOrigin: string; workerOrigin: string; home: string }
/** Name of the part to kill; or the Worker stands still and goes on. */
export type LoanCommand = 'worker' | 'runner' | 'freeze' | 'thaw'
type Answer = { lent: Lent } | { failed: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Port on 127.0.0.1. */
    lender: number
  }
}

const line = connect(inject('lender'), '127.0.0.1')
line.unref()
const [said] = (await once(createInterface({ input: line }), 'line')) as [string]
const answer = JSON.parse(said) as Answer
if ('failed' in answer) throw new Error(answer.failed)

export const product = {
  ...answer.lent,
  crash: (part: 'worker' | 'runner'): void => void line.write(`${part}\n`),
  /** true: the Worker answers nothing more, and does not know it. */
  freeze: (isStill: boolean): void => void line.write(isStill ? 'freeze\n' : 'thaw\n'),
}
