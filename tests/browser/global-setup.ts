// A product for each process of the browser project, started when it first asks for one: booting one takes longer than most
// journeys, and one alone leaves a core idle while a journey waits.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { sureChromium } from '../../scripts/chromium.ts'
import { seedDemoData } from '../../scripts/demo-data/seed.ts'
import { buildChanged } from '../../scripts/stack/build.ts'
import { migrate } from '../../scripts/stack/database.ts'
import { localSecrets } from '../../scripts/stack/secrets.ts'
import { homeOf, startStack } from '../../scripts/stack/stack.ts'
import { addMembers } from '../support/people.ts'
import { openLender } from './lender.ts'

/** What every product starts from. */
const fillFolder = async (dataDir: string): Promise<void> => {
  await buildChanged()
  const home = homeOf(dataDir, false)
  mkdirSync(home, { recursive: true })
  localSecrets(home)
  await migrate(home)
  await seedDemoData(home, 'all')
  await addMembers(home)
}

export default async ({ provide, config }: TestProject): Promise<() => Promise<void>> => {
  sureChromium()
  const folder = mkdtempSync(join(tmpdir(), 'wa-blaster-browser-'))
  const template = join(folder, 'template')
  let filled: Promise<void> | null = null
  let booted = 0
  const lender = await openLender(async () => {
    const dataDir = join(folder, String(++booted))
    filled ??= fillFolder(template)
    await filled
    cpSync(template, dataDir, { recursive: true })
    const stack = await startStack({ dataDir, on: 'miniflare' })
    return {
      stop: stack.stop,
      address: {
        origin: stack.origin,
        sandboxOrigin: stack.sandboxOrigin ?? '',
        workerOrigin: stack.workerOrigin,
        home: stack.home,
      },
      obey: (command) => {
        if (command === 'freeze' || command === 'thaw') stack.parts.worker.freeze(command === 'freeze')
        else stack.parts[command].crash()
      },
    }
  }, config.maxWorkers)
  provide('lender', lender.port)
  return async () => {
    await Promise.all((await lender.close()).map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
