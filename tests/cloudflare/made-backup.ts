// A small backup, part by part, of people whose balance is what the entries say.
import { generateKeyPairSync } from 'node:crypto'
import { type Line, type Manifest, manifestKey, type Part, partKey } from '../../domain/operation/backup/format.ts'
import { publicKeyOf, sealPart, sha256 } from '../../domain/operation/backup/seal.ts'
import type { Source } from '../../scripts/restore/restore.ts'

export const pairOf = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    spki: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}
const MIGRATION = '0042_drill_took.sql'
const user = (id: string): Line => ({
  table: 'users',
  row: {
    id,
    firstname: 'U',
    lastname: 'U',
    email: `${id}@x.test`,
    password_hash: '',
    role: 'member',
    level_id: '',
    blast_interval_min: 0,
    blast_interval_max: 0,
    referral_code: id,
    created_at: 1,
  },
})
export const entry = (id: number, sen: number): Line => ({
  table: 'ledger',
  row: { id, user_id: 'u1', kind: 'bonus', amount_sen: sen, ref: `r${id}`, at: 1 },
})
const balance = (sen: number): Line => ({ table: 'balances', row: { user_id: 'u1', balance_sen: sen } })
const settled = (id: number): Line => ({
  table: 'settlements',
  row: { account_id: 'a1', sequence: id, at: 1, referral_percent: 0 },
})
const document = (object: string): Line => ({ object, table: 'document', row: { id: 1, value: '{}' } })

export type Made = [Part['kind'], Line[]][]
export const GOOD: Made = [
  ['cut', [user('u1'), user('u2'), balance(700), settled(1)]],
  ['table', [entry(1, 500), entry(2, 200)]],
  // what the cut has may come a second time
  ['table', [settled(1), settled(2)]],
  ['objects', [{ object: 'a1', table: 'attempts', row: { attempt_id: 'x' } }, document('a1'), document('a2')]],
]
export const backupOf = async (spki: string, made: Made, change: (whole: Manifest) => Manifest = (whole) => whole) => {
  const id = '20261122T190000000Z'
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const parts: Part[] = []
  const tables: Record<string, number> = {}
  for (const [place, [kind, lines]] of made.entries()) {
    const key = partKey(id, place)
    const sealed = await sealPart(await publicKeyOf(spki), key, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    objects.set(key, sealed)
    parts.push({ key, kind, rows: lines.length, bytes: sealed.length, sha256: await sha256(sealed) })
    if (kind !== 'objects') for (const { table } of lines) tables[table] = (tables[table] ?? 0) + 1
  }
  const whole = {
    id,
    cutAt: 1,
    migration: MIGRATION,
    tables,
    sequences: {},
    objects: 2,
    missing: [],
    parts,
    finishedAt: 2,
  }
  objects.set(manifestKey(id), new Uint8Array(new TextEncoder().encode(JSON.stringify(change(whole)))))
  const source: Source = {
    object: (key) => Promise.resolve(objects.get(key) ?? null),
    backups: () => Promise.resolve([id]),
  }
  return { source, objects, parts }
}
