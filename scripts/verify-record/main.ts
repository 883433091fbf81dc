// `npm run verify-record`: proves that nobody changed the record, from the database itself and without the Worker
// (rule record-days). Exit code 1 when something was changed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { jakartaDay } from '../../contract/ground/time.ts'
import { AUDIT_RETENTION_MS } from '../../domain/record/audit/retention-rules.ts'
import { headIn, headKey } from '../../domain/record/record/head-object.ts'
import { SEALED_TABLES } from '../../domain/record/record/chain.ts'
import { newestDay, type Read } from '../../domain/record/record/read.ts'
import { type RecordProblem, verifyRecord } from '../../domain/record/record/verify.ts'
import { openAccount, openEnvironment } from '../cloudflare/deploy/open.ts'
import { environmentName } from '../cloudflare/environment.ts'
import { flagsOf } from '../flags.ts'
import { BUCKET_NAME, stateDir, withDatabase } from '../stack/database.ts'
import { holdAgainst } from '../../domain/record/checkpoints/hold.ts'
import { proveInclusion } from '../../domain/record/checkpoints/inclusion.ts'
import { heldText, inclusionText, verifiersOf } from './checkpoint.ts'
import { receiptText } from './receipt.ts'
import { root, runTool } from '../stack/shell.ts'
import { homeOf } from '../stack/stack.ts'

const usage = `npm run verify-record -- [--live | --env production|staging] [--checkpoint FILE [--key KEY]] [--json]
       npm run verify-record -- --receipt FILE --key KEY
       npm run verify-record -- --prove TABLE:ID [--live | --env …] > FILE
       npm run verify-record -- --proof FILE --key KEY [--checkpoint FILE]
  without --live or --env: the sandbox's database
  --checkpoint: also against a signed checkpoint that was kept elsewhere, such as a saved mail
  --key: the public key that signed it, name+id+key; without it the one in the file
  --receipt: only whether this key signed that receipt of consent; no database is needed
  --prove: writes the proof that this entry stands in the record, such as consent_history:12 or ledger:7
  --proof: checks one, without a database; with --checkpoint against that instead of the one it brings along`
const yes = { type: 'boolean' } as const
const text = { type: 'string' } as const
const texts = { env: text, checkpoint: text, key: text, receipt: text, prove: text, proof: text }
const flags = flagsOf(usage, { options: { ...texts, live: yes, json: yes } }).values

if (flags.receipt !== undefined) {
  const { ok, line } = await receiptText(readFileSync(flags.receipt, 'utf8'), flags.key)
  console.log(line)
  process.exit(ok ? 0 : 1)
}

if (flags.proof !== undefined) {
  const checkpoint = flags.checkpoint === undefined ? undefined : readFileSync(flags.checkpoint, 'utf8')
  const { ok, line } = await inclusionText(readFileSync(flags.proof, 'utf8'), checkpoint, flags.key)
  console.log(line)
  process.exit(ok ? 0 : 1)
}

type Place = { read: Read; bucket: string; where: string[] }
const place = async (): Promise<Place> => {
  if (flags.env !== undefined) {
    const name = environmentName(flags.env)
    const opened = openEnvironment(name)
    const { database } = await openAccount(name, opened)
    const read: Read = async (query) => (await database.query(query)).rows
    return { read, bucket: opened.resources.buckets[0] ?? '', where: ['--remote'] }
  }
  const home = homeOf(resolve(process.env['DATA_DIR'] ?? `${root}/.data`), flags.live ?? false)
  const read: Read = (query) => Promise.resolve(withDatabase(home, (db) => db.prepare(query).all()))
  return { read, bucket: BUCKET_NAME, where: ['--local', '--persist-to', stateDir(home)] }
}
const { read, bucket, where } = await place()

if (flags.prove !== undefined) {
  const [name, id] = flags.prove.split(':')
  const table = SEALED_TABLES.find((one) => one === name)
  const proof =
    table === undefined || !/^\d{1,15}$/.test(id ?? '') ? null : await proveInclusion(read, { table, id: Number(id) })
  const WHY = {
    not_found: 'there is no such entry',
    open: 'no checkpoint has it yet',
    old: 'its day was closed without a tree',
    changed: 'the entries of its day were CHANGED',
    large: 'its day has too many entries',
  }
  if (proof === null) console.error(`Usage: ${usage}`)
  else if (typeof proof === 'string') console.error(`No proof: ${WHY[proof]}.`)
  else console.log(JSON.stringify(proof))
  process.exit(proof === null ? 2 : typeof proof === 'string' ? 1 : 0)
}

/** What the bucket keeps of a day; null: nothing. */
const headOfBucket = async (day: string): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  try {
    const file = join(folder, 'head.json')
    const got = await runTool('wrangler', [
      'r2',
      'object',
      'get',
      `${bucket}/${headKey(day)}`,
      '--file',
      file,
      ...where,
    ])
    return got.code === 0 ? headIn(readFileSync(file, 'utf8')) : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const deletedUntil = jakartaDay(Date.now() - AUDIT_RETENTION_MS)
const newest = await newestDay(read)
const stored = newest ? await headOfBucket(newest.day) : null
const sum = { days: 0, rows: 0, erased: 0, problems: [] as RecordProblem[] }
let after: string | null = ''
while (after !== null) {
  // Each head is made of the one before, so the newest one in the bucket proves all of them.
  const ports = { read, deletedUntil, stored: (day: string) => Promise.resolve(day === newest?.day ? stored : null) }
  const proof = await verifyRecord(ports, { after, days: 31, rows: 50_000 })
  sum.days += proof.days
  sum.rows += proof.rows
  sum.erased += proof.erased
  sum.problems.push(...proof.problems)
  after = proof.next
}
const kept = flags.checkpoint === undefined ? null : readFileSync(flags.checkpoint, 'utf8')
const held = kept === null ? null : await holdAgainst(read, kept, await verifiersOf(kept, flags.key))
const result = {
  ...sum,
  last: newest?.day ?? null,
  head: newest?.head ?? null,
  inBucket: stored !== null,
  ...(held && { checkpoint: held }),
}
if (flags.json) console.log(JSON.stringify(result))
else {
  const WHAT: Record<RecordProblem['kind'], string> = {
    link: 'does not follow the day before it',
    head: 'has a changed row in the chain',
    entries: 'has changed, added or removed entries',
    entry: 'has an entry with other content',
    stored: 'has another head in the bucket',
    stop: 'has a stop that is gone from the list, though nobody lifted it',
    import: 'has more consents under the number of an import than it brought',
  }
  for (const { day, kind, table, id } of result.problems)
    console.log(`${day} ${WHAT[kind]}${table ? `: ${table}` : ''}${id === null ? '' : ` ${id}`}`)
  if (newest === null) console.log('No day is closed yet: the first one closes after midnight (Asia/Jakarta).')
  else
    console.log(
      `${result.problems.length === 0 ? 'Whole' : 'CHANGED'}: ${result.rows} entries of ${result.days} days up to ${newest.day}, ` +
        `${result.erased} without an erased person's data; the bucket ${result.inBucket ? 'has the newest head' : 'has NO head of that day'}`,
    )
  if (held) console.log(heldText(held))
}
process.exit(result.problems.length === 0 && (!held || held.is === 'same') ? 0 : 1)
