// A sandbox of its own for one test file: fresh folder, free port, the controls by name, quick linking.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askControl, type Controls, controlsOf } from '../../../scripts/drive/controls.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/server.ts'
import { type ClientTarget, connect, type MemoryAuth, memoryAuth, type TestClient } from './client.ts'

/** Besides the typed controls: any of them as it is answered, refusals too. */
export interface RawControls {
  post: (path: string, body: unknown) => ReturnType<typeof askControl>
  get: (path: string) => ReturnType<typeof askControl>
}
export const rawControlsOf = (url: string): RawControls => ({
  post: (path, body) => askControl(url, `/${path}`, body),
  get: (path) => askControl(url, `/${path}`),
})

export interface Linked {
  auth: MemoryAuth
  client: TestClient
}

/** Links by QR and logs in, as the product does. */
export async function linkByQr(target: ClientTarget, controls: Controls, phone: string): Promise<Linked> {
  const auth = memoryAuth()
  const newcomer = connect(target, auth)
  const qr = await newcomer.qr()
  await controls.scan(phone, qr)
  await newcomer.closed
  const client = connect(target, auth)
  await client.opened
  return { auth, client }
}

export interface Bench extends Controls, RawControls {
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
    ...rawControlsOf(sandbox.url),
    sandbox,
    dataDir,
    link: (phone) => linkByQr(sandbox, controls, phone),
    close: async () => {
      await sandbox.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
