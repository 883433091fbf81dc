// A sandbox of its own for one test file: fresh folder, free port, the controls by name, quick linking.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShownMessage } from '../../../sandbox/http/present.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/server.ts'
import { type ClientTarget, connect, type MemoryAuth, memoryAuth, type TestClient } from './client.ts'

interface Answer {
  status: number
  body: { ok?: boolean; error?: string; reason?: string } & Record<string, unknown>
}

export interface Controls {
  post: (path: string, body: unknown) => Promise<Answer>
  get: (path: string) => Promise<Answer>
  messages: (phone: string) => Promise<ShownMessage[]>
}

export function controlsOf(url: string): Controls {
  const answer = async (response: Response): Promise<Answer> => ({
    status: response.status,
    body: (await response.json()) as Answer['body'],
  })
  const get = async (path: string) => answer(await fetch(`${url}/sandbox/${path}`))
  return {
    get,
    post: async (path, body) =>
      answer(
        await fetch(`${url}/sandbox/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    messages: async (phone) => (await get(`messages?phone=${phone}`)).body.data as ShownMessage[],
  }
}

export interface Linked {
  auth: MemoryAuth
  client: TestClient
}

/** Links by QR and logs in, as the product does. */
export async function linkByQr(target: ClientTarget, controls: Controls, phone: string): Promise<Linked> {
  const auth = memoryAuth()
  const newcomer = connect(target, auth)
  const qr = await newcomer.qr()
  const answer = await controls.post('scan', { phone, qr })
  if (!answer.body.ok) throw new Error(`scan refused: ${answer.body.error}`)
  await newcomer.closed
  const client = connect(target, auth)
  await client.opened
  return { auth, client }
}

export interface Bench extends Controls {
  sandbox: Sandbox
  dataDir: string
  link: (phone: string) => Promise<Linked>
  close: () => Promise<void>
}

export async function openBench(options: Partial<SandboxOptions> = {}): Promise<Bench> {
  // libsignal narrates every session it closes, keys included.
  for (const word of ['info', 'warn', 'error'] as const) console[word] = () => undefined
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  const sandbox = await startSandbox({ ...options, dataDir })
  const controls = controlsOf(sandbox.url)
  return {
    ...controls,
    sandbox,
    dataDir,
    link: (phone) => linkByQr(sandbox, controls, phone),
    close: async () => {
      await sandbox.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
