// A WhatsApp server that is not our sandbox: the runner is told its address, root key and media certificate, and asks
// it nothing besides. A sandbox that the runner does not know as one plays its part.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

let bench: RunnerBench
let certificate: string
beforeAll(async () => {
  bench = await openRunnerBench()
  certificate = join(bench.sandbox.world.store.folder, 'media-ca.pem')
  writeFileSync(certificate, bench.sandbox.mediaCa)
})
afterAll(() => bench.close())

it('is linked to, and takes an image, with the certificate from the file', async () => {
  await bench.runner({ SANDBOX_URL: '', WHATSAPP_MEDIA_CA: certificate })
  const object = await bench.link('account-foreign', '6281310000001')
  bench.worker.media.set('template/1.png', Buffer.alloc(2000, 3))
  const command = sendCommand('6285610000001', 'dari server lain')
  command.content.media = { key: 'template/1.png', mimetype: 'image/png', filename: '1.png' }
  expect((await sent(object, command)).outcome).toBe('acked')
  expect(await bench.messages('6285610000001')).toMatchObject([{ text: 'dari server lain', media: { kind: 'image' } }])
  expect(bench.sandbox.world.qrHints).toEqual([])
})

it.each(['no-such-file.pem', 'sandbox.sqlite'])('does not start with %s for a certificate', async (name) => {
  const file = join(bench.sandbox.world.store.folder, name)
  await expect(bench.runner({ SANDBOX_URL: '', WHATSAPP_MEDIA_CA: file })).rejects.toThrow(
    `WHATSAPP_MEDIA_CA: ${file} holds no certificate`,
  )
})
