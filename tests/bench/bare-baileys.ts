// The other side of the blast benchmark: nothing but Baileys. One process, a socket an account, keys to disk, a look-up,
// a send and the wait for its ack, number after number. Prints one JSON line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMessageIDV2, type WASocket } from '@whiskeysockets/baileys'
import { bareWhatsapp } from './bare-socket.ts'

type Job = { sandbox: string; phones: string[]; numbers: string[]; text: string }
const job = JSON.parse(process.argv[2] ?? '{}') as Job
const keys = mkdtempSync(join(tmpdir(), 'wa-blaster-bare-'))
const open = await bareWhatsapp(job.sandbox, keys)

const blast = async (sock: WASocket, numbers: readonly string[]): Promise<number> => {
  const waiting = new Map<string, () => void>()
  sock.ws.on('CB:ack,class:message', (node: { attrs: { id?: string } }) => waiting.get(node.attrs.id ?? '')?.())
  let sent = 0
  for (const number of numbers) {
    const [found] = (await sock.onWhatsApp(number)) ?? []
    if (!found?.exists) continue
    const messageId = generateMessageIDV2(sock.user?.id)
    const acked = new Promise<void>((done) => waiting.set(messageId, done))
    await sock.sendMessage(`${number}@s.whatsapp.net`, { text: job.text }, { messageId })
    await acked
    waiting.delete(messageId)
    sent++
  }
  return sent
}

const sockets: WASocket[] = []
for (const phone of job.phones) sockets.push(await open(phone))
// What a fresh login still does by itself is not part of the blast.
await new Promise((done) => setTimeout(done, 1_000))
const perAccount = Math.ceil(job.numbers.length / sockets.length)
const cpu = process.cpuUsage()
const began = Date.now()
const counts = await Promise.all(
  sockets.map((sock, i) => blast(sock, job.numbers.slice(i * perAccount, (i + 1) * perAccount))),
)
const ms = Date.now() - began
const used = process.cpuUsage(cpu)
const sent = counts.reduce((sum, n) => sum + n, 0)
console.log(JSON.stringify({ sent, ms, cpuMs: (used.user + used.system) / 1_000 }))
rmSync(keys, { recursive: true, force: true })
process.exit(0)
