// The sandbox is killed with -9 and started again on the same folder: nobody has to link or be asked again.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { controlsOf } from '../../scripts/drive/controls.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkByQr } from './support/bench.ts'
import { type ClientTarget, connect } from './support/client.ts'

const ME = '6281240000001'
const FRIEND = '6285540000001'
const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-restart-'))
let running: ChildProcess

async function start(): Promise<{ url: string; target: ClientTarget }> {
  running = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, SANDBOX_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    running.once('exit', (code) => reject(new Error(`sandbox ended with ${code}`)))
    running.stdout?.on('data', (chunk: Buffer) => {
      const ready = /ready on (http:\/\/[\d.:]+)/.exec(chunk.toString())
      if (ready?.[1]) resolve(ready[1])
    })
  })
  const target = await controlsOf(url).ask<ClientTarget>('/info')
  return { url, target }
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => running.once('exit', resolve))
  running.kill('SIGKILL')
  await gone
}

beforeAll(() => {
  console.info = () => undefined
})
afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

it('keeps identity, links, ratchets, the record and what waits for an offline device', async () => {
  const before = await start()
  const controls = controlsOf(before.url)
  const { auth, client } = await linkByQr(before.target, controls, ME)
  const first = await client.send(FRIEND, 'sebelum')
  await client.receipt(first)
  await controls.ask('/reply', { from: FRIEND, to: ME, text: 'balasan satu' })
  await client.inbound(({ message }) => message?.conversation === 'balasan satu')
  await client.leave()
  await controls.ask('/reply', { from: FRIEND, to: ME, text: 'saat mati' })
  await controls.ask('/read', { phone: FRIEND })
  await controls.ask('/contacts', { from: '6285540000009', registered: false })
  await kill()

  const after = await start()
  expect(after.target.rootKey).toBe(before.target.rootKey)
  const again = connect(after.target, auth)
  await again.opened
  await again.inbound(({ message }) => message?.conversation === 'saat mati')
  await again.receipt(first, 'read')
  const second = await again.send(FRIEND, 'sesudah')
  await again.receipt(second)
  const messages = await controlsOf(after.url).messages(FRIEND)
  expect(messages.map(({ text, decrypted }) => [text, decrypted])).toEqual([
    ['sebelum', true],
    ['sesudah', true],
  ])
  expect(await again.socket.onWhatsApp('6285540000009')).toMatchObject([])
  await again.leave()
})

it('loses no message it acked when it is killed in the middle of a run', async () => {
  await kill()
  const { url, target } = await start()
  const { client } = await linkByQr(target, controlsOf(url), '6281240000002')
  const sending = (async () => {
    for (let index = 0; index < 200; index++) await client.send(`62855400${10_001 + index}`, `nomor ${index}`)
  })().catch(() => undefined)
  await until('some acks', () => client.acks.length >= 25, { everyMs: 1 })
  await kill()
  await sending
  const acked = client.acks.map(({ attrs }) => attrs.id)
  const after = await start()
  const recorded = new Set((await controlsOf(after.url).allMessages()).map(({ id }) => id))
  expect(acked.filter((id) => !recorded.has(id ?? ''))).toEqual([])
})
