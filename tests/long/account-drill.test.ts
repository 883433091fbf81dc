// `npm run drill -- --env production`: the newest backup of an account that setup made is opened, and only a good one is noted there.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { S3 } from '../../domain/operation/backup/s3.ts'
import { answers, SETUP } from '../cloudflare/live-of.ts'
import { backupOf, GOOD } from '../cloudflare/made-backup.ts'
import { HOSTS, newOp, type Op } from '../cloudflare/op.ts'

let op: Op
beforeAll(async () => {
  op = await newOp()
  const made = await op.run(SETUP, ['--env', 'production', ...answers(HOSTS.production, 'off')], {
    TURNSTILE_SECRET: 'turnstile-secret-of-the-op',
  })
  expect(made.code, made.output).toBe(0)
})
afterAll(() => op.close())

test('rule restore-drill: the newest backup of the account is opened by the drill, and only a good one is noted there', async () => {
  const kept = JSON.parse(readFileSync(join(op.repository, '.escrow/production.json'), 'utf8')) as Record<
    string,
    string
  >
  const { databases } = op.double.state
  const database = await op.double.hosting.database(databases[0]?.uuid ?? '')
  await database.exec('create table milestones (name text primary key, version text, at integer, took_ms integer)')
  const noted = async () => (await database.prepare('select name, took_ms > 0 as took from milestones').all()).results
  const bucket = await op.double.hosting.bucket('wa-blaster-backups')
  const drill = () => op.run('scripts/restore/drill.ts', ['--env', 'production'], {})
  expect((await drill()).output).toContain('there is none')
  const wrong = await backupOf(kept['BACKUP_PUBLIC_KEY'] ?? '', GOOD, (whole) => ({ ...whole, objects: 5 }))
  for (const [key, bytes] of wrong.objects) await bucket.put(key, bytes)
  await bucket.put('state/index.json', JSON.stringify(await wrong.source.backups()))
  const bad = await drill()
  expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('2 accounts have a document, 5 in the manifest')])
  expect(await noted()).toEqual([])
  const good = await backupOf(kept['BACKUP_PUBLIC_KEY'] ?? '', GOOD)
  for (const [key, bytes] of good.objects) await bucket.put(key, bytes)
  // R2 fails for a moment, and is asked again
  op.double.r2.faults.push({ method: 'GET', key: /state/, how: 500, times: 2 })
  const { code, output } = await drill()
  expect(code, output).toBe(0)
  expect(output).toContain('noted on production')
  expect(await noted()).toEqual([{ name: 'drill', took: 1 }])
  // the lock that setup made holds against the account's own token
  const { CLOUDFLARE_API_TOKEN: token } = op.double.environment
  const s3 = new S3(
    {
      address: `${op.double.r2.address}/wa-blaster-backups`,
      region: 'auto',
      keyId: 'token',
      secret: createHash('sha256').update(token).digest('hex'),
    },
    { clock: () => Date.now(), pause: () => Promise.resolve(), tries: 1, timeoutMs: 10_000 },
  )
  for (const key of good.objects.keys()) await expect(s3.put(key, new Uint8Array())).rejects.toThrow('LockedByBucket')
  // what cannot be told is not "there is none"
  op.double.r2.faults.push({ method: 'GET', key: /state/, how: 403, times: 9 })
  const refused = await drill()
  op.double.r2.faults.length = 0
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('get state/index.json: 403')])
})
