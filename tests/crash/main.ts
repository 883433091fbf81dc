// `npm run chaos -- --kills N --seed S --json`: kills while 5 accounts send to 200 numbers, half of them a campaign's, then counts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flagsOf } from '../../scripts/flags.ts'
import { runChaos } from './chaos.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const { values } = flagsOf(
  'npm run chaos [-- --kills N] [--seed S] [--accounts N] [--recipients N] [--json] [--keep]',
  {
    options: { kills: text, seed: text, accounts: text, recipients: text, json: yes, keep: yes },
  },
)
const whole = (given: string | undefined, otherwise: number): number => {
  const value = Number(given ?? otherwise)
  if (Number.isInteger(value) && value >= 0) return value
  console.error(`not a whole number: ${given}`)
  process.exit(1)
}
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-chaos-'))
const say = (line: string): void => {
  if (!values.json) console.log(line)
}
try {
  const { figures, killed, endedByItself } = await runChaos({
    dataDir,
    seed: whole(values.seed, Math.floor(Math.random() * 1_000_000)),
    kills: whole(values.kills, 30),
    accounts: whole(values.accounts, 5),
    recipients: whole(values.recipients, 200),
    say,
  })
  say(`killed ${JSON.stringify(killed)}, the blast ${endedByItself ? 'ended by itself' : 'did not end'}`)
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(18)} ${value}`)
  if (values.json) console.log(JSON.stringify(figures))
  const { duplicates, ackedNotPaid, paidNotAcked, ledgerDifference, leasesHeld, rescans, unreadable } = figures
  const { campaignLost, campaignWrong, campaignMiscounted, campaignEnded } = figures
  const wrong = duplicates + ackedNotPaid + paidNotAcked + ledgerDifference + leasesHeld + rescans + unreadable
  const ofCampaign = campaignLost + campaignWrong + campaignMiscounted + (1 - campaignEnded)
  process.exitCode = wrong + ofCampaign === 0 && endedByItself ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (!values.keep) rmSync(dataDir, { recursive: true, force: true })
}
