// `npm run deploy`: the Worker, its database and the page to Cloudflare. `-- --dry-run` needs no account, no network.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DATABASE_NAME } from './stack/database.ts'
import { root, runTool } from './stack/shell.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
const dryRun = values['dry-run'] ?? false
const web = join(root, 'web')
const dir = mkdtempSync(join(tmpdir(), 'wa-blaster-deploy-'))

type Step = { name: string; command: string; args: string[]; cwd?: string; online?: boolean }
const steps: Step[] = [
  { name: 'page built', command: 'vite', args: ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'] },
  {
    name: 'page functions built',
    command: 'wrangler',
    args: ['pages', 'functions', 'build', '--outdir', join(dir, 'functions')],
    cwd: web,
  },
  {
    name: 'Worker built',
    command: 'wrangler',
    args: ['deploy', '--dry-run', '--containers-rollout=none', '--outdir', join(dir, 'worker')],
  },
  {
    name: 'database migrated',
    command: 'wrangler',
    args: ['d1', 'migrations', 'apply', DATABASE_NAME, '--remote'],
    online: true,
  },
  { name: 'Worker deployed', command: 'wrangler', args: ['deploy'], online: true },
  { name: 'page deployed', command: 'wrangler', args: ['pages', 'deploy'], cwd: web, online: true },
]

const deploy = async (): Promise<number> => {
  for (const step of steps) {
    if (step.online && dryRun) {
      console.log(`- ${step.name}: left out of a dry run`)
      continue
    }
    // SANDBOX unset: a deployed page loads no script of a local machine.
    const env = { SANDBOX: undefined }
    const { code, output } = await runTool(step.command, step.args, { ...(step.cwd ? { cwd: step.cwd } : {}), env })
    if (code !== 0) {
      console.error(`✗ ${step.name}\n${output}`)
      return code
    }
    console.log(`✓ ${step.name}`)
  }
  return 0
}
try {
  process.exitCode = await deploy()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
