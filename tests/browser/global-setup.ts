// One product and one Chromium for the whole browser project: booting them takes longer than most journeys.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { CHROMIUM_ARGS, sureChromium } from '../../scripts/chromium.ts'
import { seedDemoData } from '../../scripts/demo-data/seed.ts'
import { migrate } from '../../scripts/stack/database.ts'
import { root } from '../../scripts/stack/shell.ts'
import { homeOf, type Stack, startStack } from '../../scripts/stack/stack.ts'
import { addMembers } from '../support/people.ts'
import '../support/run.ts'

/** Test files run in processes of their own; over this they crash a part of the stack. */
const listenForCrashes = (stack: Stack): Promise<Server> =>
  new Promise((done) => {
    const server = createServer((request, response) => {
      const part = (request.url ?? '').slice(1)
      if (part === 'worker' || part === 'runner') stack.parts[part].crash()
      response.end()
    })
    server.listen(0, '127.0.0.1', () => done(server))
  })

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // inside the repository, as npm start has it: wrangler looks for configuration from there upwards
  const data = join(root, '.data')
  mkdirSync(data, { recursive: true })
  const dataDir = mkdtempSync(join(data, 'browser-tests-'))
  const home = homeOf(dataDir, false)
  mkdirSync(home, { recursive: true })
  await migrate(home)
  await seedDemoData(home, 'all')
  await addMembers(home)
  const stack = await startStack({ dataDir })
  const browser = await chromium.launchServer({ executablePath: sureChromium(), args: CHROMIUM_ARGS })
  const control = await listenForCrashes(stack)
  const { port } = control.address() as AddressInfo
  provide('run', {
    origin: stack.origin,
    sandboxOrigin: stack.sandboxOrigin ?? '',
    chromium: browser.wsEndpoint(),
    control: `http://127.0.0.1:${port}`,
  })
  return async () => {
    control.close()
    await browser.close()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
