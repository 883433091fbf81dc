// Runs one program as the head of a process group and ends the whole group with the stack: the stack holds the other
// end of stdin, so even kill -9 of the stack closes this pipe.
import { spawn } from 'node:child_process'
import { endStraysOf, identityOf, signalGroup } from '../processes.mjs'

const GRACE_MS = 3_000
const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })
let deserted = false

const endGroup = () => {
  signalGroup(identityOf(process.pid), 'SIGKILL')
  process.exit(1)
}
const desert = () => {
  if (deserted) return
  deserted = true
  child.kill('SIGTERM')
  setTimeout(endGroup, GRACE_MS)
}
process.stdin.on('end', desert).on('close', desert).on('error', desert).resume()
// The stack signals the whole group: the program gets the signal itself, and this process only waits for it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
child.on('error', (error) => {
  console.error(`${command}: ${error.message}`)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  endStraysOf(child.pid)
  if (deserted) endGroup()
  else process.exit(code ?? (signal === null ? 1 : 128))
})
