// The runner against a WhatsApp that is not ours: crabline's local server, written by others. It completes the Noise handshake, answers the
// questions of a login, hands out keys, opens what is encrypted for it with them, and encrypts for us. It knows no pairing, no look-up, no receipts,
// restrictions or stops of its own: what it cannot do stays with our sandbox.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWhatsAppServer } from '@openclaw/crabline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CREDS_TYPE, type KeyRow } from '../../contract/operation/runner.ts'
import { AccountKeys } from '../../runner/whatsapp/auth-state.ts'
import { toJson } from '../../runner/whatsapp/row-json.ts'
import { VaultCipher } from '../../runner/whatsapp/vault-cipher.ts'
import { until } from '../../scripts/drive/until.ts'
import { DIRECT, openRunnerBench, type RunnerBench, sendCommand, sent } from './support/bench.ts'

const ACCOUNT = 'second-peer'
const ME = '6281510000001'
const KAK = '6281510000002'
const folder = mkdtempSync(join(tmpdir(), 'second-peer-'))
const recorderPath = join(folder, 'heard.jsonl')
let bench: RunnerBench
let peer: Awaited<ReturnType<typeof startWhatsAppServer>>
beforeAll(async () => {
  bench = await openRunnerBench()
  peer = await startWhatsAppServer({ selfJid: `${ME}@s.whatsapp.net`, recorderPath })
  await bench.runner({ WHATSAPP_URL: peer.manifest.endpoints.baileysWebSocketUrl })
})
afterAll(async () => {
  await bench.close()
  await peer.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A row of the vault, as the account's object would have it. */
const cipher = () => new VaultCipher(bench.environment().vaultKeys)
const sealed = (type: string, id: string, owner: string | null, value: unknown): KeyRow => ({
  type,
  id,
  owner,
  data: cipher().seal(ACCOUNT, type, id, toJson(value)),
})
/** The server makes a person's LID of their number. It knows no look-up, which only strangers need. */
const known = (number: string): KeyRow[] => [
  sealed('lid-mapping', number, number, number),
  sealed('lid-mapping', `${number}_reverse`, number, number),
]
/** Messages that it could decrypt. */
const opened = (): { message: { conversation?: string } }[] =>
  readFileSync(recorderPath, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { accepted?: boolean; body: { message: { conversation?: string } } })
    .flatMap(({ accepted, body }) => (accepted === true ? [body] : []))

test('a server by others lets the runner log in, acks and opens its messages, and is understood', async () => {
  const object = await bench.account(ACCOUNT)
  const vault = { accountId: ACCOUNT, cipher: cipher(), pushRow: () => {}, ask: async () => [], logError: () => {} }
  const creds = {
    ...AccountKeys.fresh(vault).creds,
    me: { id: `${ME}:1@s.whatsapp.net`, name: 'Uji' },
    registered: true,
  }
  object.command({ kind: 'connect', rows: [sealed(CREDS_TYPE, CREDS_TYPE, null, creds)], ...DIRECT })
  await object.next('open')
  const first = sendCommand(KAK, 'Halo Kak', known(KAK))
  const result = await sent(object, first)
  expect(result).toMatchObject({ outcome: 'acked', messageId: first.messageId, error: null })
  expect(await sent(object, sendCommand(KAK, 'Halo lagi', result.rows))).toMatchObject({ outcome: 'acked' })
  await until('both to be opened', () => opened().length === 2)
  expect(opened().map(({ message }) => message.conversation)).toEqual(['Halo Kak', 'Halo lagi'])
  const answer = await fetch(peer.manifest.endpoints.adminInboundUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-crabline-admin-token': peer.manifest.adminToken },
    body: JSON.stringify({ chatJid: `${KAK}@s.whatsapp.net`, senderJid: `${KAK}@s.whatsapp.net`, text: 'BERHENTI' }),
  })
  expect(answer.status).toBe(200)
  const { items } = await object.next('inbound')
  expect(items).toMatchObject([{ number: KAK, text: 'BERHENTI' }])
})
