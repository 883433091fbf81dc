// What only a person knows: from a flag, from what was answered before, or asked.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** What only a person knows was not said, or is none. */
export class Unanswered extends Error {}

/** What is typed at a secret is not shown. */
export const typed = async (question: string, hidden: boolean): Promise<string> => {
  process.stdout.write(`${question}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true })
  const answer = await lines.question('')
  lines.close()
  if (hidden) process.stdout.write('\n')
  return answer
}

/** @throws Unanswered in one line where nobody is there to answer. */
export const ask = async (question: string, flag: string, hidden = false): Promise<string> => {
  if (!process.stdin.isTTY) throw new Unanswered(`Missing: ${question}. Give it by ${flag}.`)
  return (await typed(question, hidden)).trim()
}
