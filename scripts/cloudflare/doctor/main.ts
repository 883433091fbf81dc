// `npm run doctor -- --env production|staging`: what the environment needs of its account, what of it is there, and the one step
// that mends what is not. Changes nothing. Exit code 1: something that is needed is missing.
import { join } from 'node:path'
import { flagsOf } from '../../flags.ts'
import { root, runTool } from '../../stack/shell.ts'
import { accountOf } from '../account.ts'
import { answersIn, answersSchema, environmentName, resourcesOf, WranglerFile } from '../environment.ts'
import { examine } from './examine.ts'
import type { Examined } from './examined.ts'
import { type Finding, isNeededAndMissing, lineOf } from './finding.ts'
import { placeFindings } from './place.ts'

const usage = `npm run doctor -- --env production|staging
CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID are read from the environment; RUNNER_KEYS, where it is there, opens the place's own figures.
✓ is there, ✗ is missing, - is missing and not needed, ? cannot be told.`

const { values } = flagsOf(usage, { options: { env: { type: 'string' } } })

const addressOf = (part: Record<string, unknown> | null): string => {
  const vars = part?.['vars'] as Record<string, string> | undefined
  return vars?.['WORKER_URL'] ?? ''
}
const doctor = async (): Promise<void> => {
  const name = environmentName(values.env)
  const account = accountOf(process.env)
  if (!account) throw new Error(`CLOUDFLARE_API_TOKEN is missing.\n${usage}`)
  const file = new WranglerFile(join(root, 'wrangler.toml'))
  const base = file.base()
  const part = file.part(name)
  const answers = answersSchema.safeParse(answersIn(part))
  const examined: Examined = {
    name,
    account,
    base,
    resources: resourcesOf(base, name),
    answers: answers.success ? answers.data : null,
    hasDocker: async () => (await runTool('docker', ['info'])).code === 0,
  }
  const found = await examine(examined)
  const isReleased = found.some(({ what, state }) => what === 'Worker' && state === 'there')
  const place = isReleased ? await placeFindings(addressOf(part), process.env['RUNNER_KEYS']) : []
  report([...found, ...place])
}
const report = (findings: readonly Finding[]): void => {
  for (const finding of findings) console.log(lineOf(finding))
  const missing = findings.filter(isNeededAndMissing)
  const unknown = findings.filter(({ state }) => state === 'unknown')
  const left = unknown.length > 0 ? ` Cannot be told: ${unknown.map(({ what }) => what).join(', ')}.` : ''
  const told =
    missing.length > 0
      ? `Missing: ${missing.map(({ what }) => what).join(', ')}.`
      : 'Nothing that is needed is missing.'
  console.log(`\n${told}${left}`)
  if (missing.length > 0) process.exitCode = 1
}

await doctor().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
