// npm run simulate:withdraws -- [--acts N] [--seed S] [--plant FAULT]: random acts about withdraws, and every promise after each.
import { flagsOf, misused } from '../../../scripts/flags.ts'
import { migratedDatabase } from '../world.ts'
import { playWithdraws } from './history.ts'

const usage = 'npm run simulate:withdraws [-- --acts N] [--seed S] [--plant FAULT]'
const { values } = flagsOf(usage, {
  options: {
    acts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    // read by plant.ts before the product is loaded
    plant: { type: 'string' },
  },
})
const wanted = { acts: Number(values.acts), seed: Number(values.seed) }
if (!Number.isSafeInteger(wanted.acts) || !Number.isSafeInteger(wanted.seed))
  misused('--acts and --seed are whole numbers', usage)
const { plant } = values
const isShortened = plant === undefined
const { acts, histories, tally, broken } = await playWithdraws(migratedDatabase(), { ...wanted, isShortened })
if (plant === undefined) console.table(tally)
if (broken) console.error(`${broken.what}\n${broken.story}`)
console.log(JSON.stringify({ plant, acts, histories, broken: broken ? 1 : 0, rule: broken?.what ?? null }))
if (broken && plant === undefined) process.exitCode = 1
