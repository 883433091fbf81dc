// Generators and validators by their calls: real object, real D1, bucket and Queue; WhatsApp's answers are the test's.
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { browserEvent } from '../support/event-frames.ts'
import type { ValidatorRow } from '../../contract/sending/number-checks.ts'
import { userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { holdWriteOf } from './support/hold-next.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'
import { answering, checksOf, kept, lookedUp, objectsOf, range, rangeBody, some } from './support/checks.ts'

const runner = new FakeRunner('runner-1')
let staff: Person
let admin: Person
let sender: Awaited<ReturnType<typeof linkedAccount>>
beforeAll(async () => {
  await stage()
  await makeLevel('l1', 100, 0)
  await runner.join()
  staff = await makePerson('staff')
  admin = await makePerson('admin')
  sender = await linkedAccount(runner, staff.id, 'generator')
  answering(sender.socket, some)
})

test('a generator asks every number of its range once and keeps those that exist', async () => {
  const generators = checksOf('generator', staff)
  const made = await generators.create({ ...rangeBody(0, 120), whatsapp_id: sender.accountId })
  expect(made.json.data).toMatchObject({ total: 120, checked: 0, phase: 'idle', days: 1, state: 'connected' })
  const { id } = made.json.data
  const begun = sender.socket.lookups().length
  expect((await generators.start(id)).json.data).toMatchObject({ status: 'sending', phase: 'generating' })
  const row = await generators.until(id, 'finished', (r) => r.phase === 'finished')
  expect(row).toMatchObject({ checked: 120, count_success: 48, count_fail: 72, progress: 100, status: 'idle' })
  const asked = sender.socket.lookups().slice(begun)
  expect(asked.map((l) => l.numbers.length)).toEqual([50, 50, 20])
  expect(asked.flatMap((l) => l.numbers)).toEqual(range(0, 120))
  await kept(sender.accountId, id)
  expect(await objectsOf(id)).toEqual(['out-00000000.ndjson'])
  expect(await generators.found(id)).toEqual(range(0, 120).filter(some))
  const csv = await generators.csv(id)
  expect(csv.headers.get('content-disposition')).toContain('phone_numbers_generated.csv')
  expect((await csv.text()).split('\n').slice(0, 2)).toEqual(['number,name,status', '6281300000000,,active'])
  expect((await generators.start(id)).json.reason).toBe('check_finished')
})

const FILE = ['nomor;nama', '0813-0000-0001;Ani', 'bukan nomor;Budi', "6281300000006;'=1+1", '6281300000003;Cici'].join(
  '\n',
)
test('a validator reads its file, leaves out what is no number, and hands its names on, safe in a spreadsheet', async () => {
  const validators = checksOf('validator', staff)
  const made = await validators.upload(sender.accountId, 'Daftar baru (1).csv', FILE)
  expect([made.status, made.json.data]).toMatchObject([200, { total: 3, skipped: 1, prepared: 100, preparing: false }])
  const { id } = made.json.data
  await validators.start(id)
  const row = await validators.until(id, 'finished', (r) => r.phase === 'finished')
  expect(row).toMatchObject({ count_success: 2, count_fail: 1, fileName: 'Daftar baru (1).csv', validating: false })
  const csv = await validators.csv(id)
  expect(csv.headers.get('content-disposition')).toContain('phone_numbers_validated.csv')
  expect(await csv.text()).toBe("number,name,status\n6281300000001,Ani,active\n6281300000006,'=1+1,active\n")
})

test.each([
  ['nomor.json', JSON.stringify({ data: [{ number: '081300000001', nama: 'A' }, '6281300000002'] }), 2, 0],
  ['tanpa-judul.csv', '6281300000001,A\n6281300000002,B\n0813-0000-0002,C\n', 2, 1],
])('a validator takes %s, each number once', async (name, text, total, skipped) => {
  const made = await checksOf('validator', staff).upload(sender.accountId, name, text)
  expect(made.json.data).toMatchObject({ total, skipped, fileName: name })
})
test.each([
  ['tanpa berkas', '', 'file_required'],
  ['nomor.xlsx', 'PK', 'file_broken'],
  ['kosong.csv', 'nomor,nama\n', 'file_broken'],
  ['rusak.json', '[{"number":"62813', 'file_broken'],
])('a validator refuses %s and keeps nothing of it', async (name, text, reason) => {
  const before = await bound.MEDIA.list({ prefix: 'checks/' })
  const made = await checksOf('validator', staff).upload(sender.accountId, name, text)
  expect(made.json.reason).toBe(reason)
  expect((await bound.MEDIA.list({ prefix: 'checks/' })).objects.length).toBe(before.objects.length)
})

test('a large file is read by the queue, and starts only then', async () => {
  const validators = checksOf('validator', staff)
  const rows = range(0, 70_000).map((number, i) => `${number},Orang ${i}`)
  const made = await validators.upload(sender.accountId, 'besar.csv', `number,name\n${rows.join('\n')}`)
  expect([made.status, made.json.data]).toMatchObject([202, { preparing: true, total: 0, prepared: 0 }])
  const { id } = made.json.data
  expect((await validators.start(id)).json.reason).toBe('check_preparing')
  const row = await validators.until(id, 'read', (r) => !r.preparing)
  expect(row).toMatchObject({ total: 70_000, skipped: 0, prepared: 100, error: null })
  const parts = (await objectsOf(id)).filter((name) => name.startsWith('in-'))
  expect(parts).toHaveLength(14)
  const last = await (await bound.MEDIA.get(`checks/${id}/in-13.json`))?.json<{ number: string; name: string }[]>()
  expect(last?.at(-1)).toEqual({ number: '6281300069999', name: 'Orang 69999' })
  const opened = await call('GET', row.fileUrl.replace('/api', ''))
  expect((await opened.text()).length).toBe(rows.join('\n').length + 12)
  expect((await validators.remove(id)).status).toBe(200)
  expect(await objectsOf(id)).toEqual([])
})

test('rule validator-files: Target File opens for ten minutes, and by no link but its own', async () => {
  const made = await checksOf('validator', staff).upload(sender.accountId, 'dáftar; x=1.csv', '6281300000001')
  const { fileUrl, id } = made.json.data as ValidatorRow
  const open = (url: string) => call('GET', url.replace('/api', ''))
  const file = await open(fileUrl)
  expect([file.status, await file.text()]).toEqual([200, '6281300000001'])
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''d%C3%A1ftar%3B%20x%3D1.csv")
  const later = fileUrl.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 1}`)
  const other = (await checksOf('validator', staff).upload(sender.accountId, 'b.csv', '6281300000002')).json.data.id
  for (const forged of [later, fileUrl.replace(id, other), fileUrl.replace(/until=\d+/, 'until=1')]) {
    expect((await open(forged)).status).toBe(410)
  }
})

test('staff see and use their own only; admin and dev see all', async () => {
  const [other, dev] = [await makePerson('staff'), await makePerson('dev')]
  const mine = checksOf('generator', staff)
  const { id } = (await mine.create({ ...rangeBody(0, 5), whatsapp_id: sender.accountId })).json.data
  const theirs = checksOf('generator', other)
  expect((await theirs.list(`user_id=${staff.id}`)).data).toEqual([])
  expect((await theirs.start(id)).status).toBe(403)
  expect((await theirs.create({ ...rangeBody(0, 5), whatsapp_id: sender.accountId })).json.reason).toBe('check_sender')
  for (const person of [admin, dev]) {
    const all = checksOf('generator', person)
    expect((await all.list('user_id=null')).data.map((row) => row.id)).toContain(id)
    expect((await all.list(`user_id=${other.id}`)).data).toEqual([])
    // an account that was linked for checks may be lent; a member's never
    expect((await all.create({ ...rangeBody(0, 5), whatsapp_id: sender.accountId })).status).toBe(200)
  }
  const member = await makePerson('member')
  const lent = await linkedAccount(runner, member.id)
  const refused = await checksOf('generator', admin).create({ ...rangeBody(0, 5), whatsapp_id: lent.accountId })
  expect(refused.json.reason).toBe('check_sender')
})

test('a job’s events go to the person who made it, also where the sender is another’s', async () => {
  const heard = async (person: Person) => {
    const { webSocket } = await userChannel(bound, person.id).fetch('http://channel/ws', {
      headers: { upgrade: 'websocket' },
    })
    const jobs: (string | undefined)[] = []
    webSocket?.accept()
    webSocket?.addEventListener('message', ({ data }) => {
      const { events } = z
        .object({ events: z.array(browserEvent) })
        .or(browserEvent.transform((e) => ({ events: [e] })))
        .parse(JSON.parse(String(data)))
      jobs.push(...events.map((event) => event.payload.jobId))
    })
    return jobs
  }
  const [atAdmin, atStaff] = [await heard(admin), await heard(staff)]
  const own = checksOf('generator', admin)
  const { id } = (await own.create({ ...rangeBody(0, 5), whatsapp_id: sender.accountId })).json.data
  await own.start(id)
  await own.until(id, 'finished', (row) => row.phase === 'finished')
  await until('told', () => atAdmin.includes(id))
  // the sender's own changes are its owner's concern, the job is not
  expect(atStaff).not.toContain(id)
})

test('rule lookup-cap: the form’s guards: order, at most 10,000 numbers, days under the daily cap', async () => {
  const generators = checksOf('generator', staff)
  const create = async (body: object) => (await generators.create({ whatsapp_id: sender.accountId, ...body })).json
  expect(await create({ start_number: '6281300000009', end_number: '6281300000001' })).toMatchObject({
    fields: { start_number: 'Target nomor awal harus lebih kecil dari nomor akhir' },
  })
  expect(await create({ ...rangeBody(0, 10_001) })).toMatchObject({ reason: 'invalid_input' })
  await stage({ lookup_daily_cap: '500' })
  expect((await create({ ...rangeBody(0, 10_000) })).data.days).toBe(20)
  await stage()
})

test('an edit of a validator is the form without its file, or JSON; start and end stay what they are', async () => {
  const validators = checksOf('validator', staff)
  const { id } = (await validators.upload(sender.accountId, 'a.csv', '6281300000001')).json.data
  const form = new FormData()
  for (const [name, value] of Object.entries({ whatsapp_id: sender.accountId, b_insert: '1', interval_min: '3' }))
    form.set(name, value)
  const edit = (fields: FormData) => ask('PUT', `/admin/validator/${id}`, { token: staff.token, form: fields })
  expect((await edit(form)).json).toMatchObject({ fields: { interval_max: 'Wajib diisi.' } })
  form.set('interval_max', '4')
  expect((await edit(form)).json).toMatchObject({ validator: { b_insert: 1, interval_min: 3, interval_max: 4 } })
  const order = { whatsapp_id: sender.accountId, interval_min: 5, interval_max: 4 }
  expect((await validators.edit(id, order)).json).toMatchObject({
    fields: { interval_min: 'Interval minimal harus lebih kecil dari interval maksimal' },
  })
  const generators = checksOf('generator', staff)
  const made = await generators.create({ ...rangeBody(0, 5), whatsapp_id: sender.accountId })
  const moved = await generators.edit(made.json.data.id, { ...rangeBody(50, 9), whatsapp_id: sender.accountId })
  expect(moved.json.data).toMatchObject({ ...rangeBody(0, 5), total: 5 })
})

test('rule found-numbers: b_insert that is asked for in the moment in which a job is saved is not forgotten', async () => {
  const generators = checksOf('generator', staff)
  const { accountId, socket } = await linkedAccount(runner, staff.id, 'generator')
  answering(socket, some)
  const { id } = (await generators.create({ ...rangeBody(0, 60), whatsapp_id: accountId })).json.data
  const write = holdWriteOf(accountId, 'check-keep', (stored) => stored.account.check === null)
  await generators.start(id)
  await until('its end is saved', () => write.done)
  await generators.edit(id, { whatsapp_id: accountId, b_insert: 1 })
  write.letGo()
  expect(await generators.until(id, 'listed', (row) => row.listed > 0)).toMatchObject({ b_insert: 1, listed: 24 })
})

test('rules number-checks, erasure: who is erased while their number is asked about holds nothing up', async () => {
  const generators = checksOf('generator', staff)
  const { accountId, object, socket } = await linkedAccount(runner, staff.id, 'generator')
  const { id } = (await generators.create({ ...rangeBody(0, 3), whatsapp_id: accountId })).json.data
  await generators.start(id)
  const asked = await until('the look-up', () => socket.lookups()[0])
  await object.erase(asked.numbers[0] ?? '')
  socket.say(lookedUp(asked, some))
  const row = await generators.until(id, 'finished', (r) => r.phase === 'finished')
  expect([row.checked, socket.lookups().length]).toEqual([3, 1])
})

test('a job whose sender was removed goes on with another', async () => {
  const generators = checksOf('generator', staff)
  const old = await linkedAccount(runner, staff.id, 'generator')
  const { id } = (await generators.create({ ...rangeBody(0, 60), whatsapp_id: old.accountId })).json.data
  await generators.start(id)
  const asked = await until('look-up', () => old.socket.lookups()[0])
  await generators.stop(id)
  old.socket.say(lookedUp(asked, some))
  await generators.until(id, 'stop', (row) => row.phase === 'stop')
  expect((await old.object.remove()).ok).toBe(true)
  expect(await generators.get(id)).toMatchObject({ Whatsapp: null, state: 'unknown', checked: 50 })
  expect((await generators.start(id)).json.reason).toBe('not_connected')
  expect((await generators.edit(id, { whatsapp_id: sender.accountId })).json.success).toBe(true)
  await generators.start(id)
  const row = await generators.until(id, 'finished', (r) => r.phase === 'finished')
  expect(row).toMatchObject({ checked: 60, count_success: 24 })
  expect(await generators.found(id)).toEqual(range(0, 60).filter(some))
})

test('a start is refused without a connected sender, and a job that runs cannot be deleted', async () => {
  const generators = checksOf('generator', staff)
  const idle = await linkedAccount(runner, staff.id, 'validator')
  const { id } = (await generators.create({ ...rangeBody(0, 60), whatsapp_id: idle.accountId })).json.data
  await generators.start(id)
  expect((await generators.remove(id)).json.reason).toBe('check_running')
  expect((await generators.edit(id, { whatsapp_id: sender.accountId })).json.reason).toBe('check_running')
  idle.socket.say({ kind: 'closed', code: 401, detail: '', reachedWhatsapp: true, proxyFailed: false })
  const row = await generators.until(id, 'stopped', (r) => r.phase === 'stop' && r.state === 'loggedOut')
  expect(row).toMatchObject({ status: 'idle', checked: 0 })
  const refused = await generators.start(id)
  expect([refused.status, refused.json.msg]).toEqual([409, 'Sambungan terputus, silahkan sambungkan ulang!'])
  expect((await generators.remove(id)).status).toBe(200)
  expect((await ask('GET', `/admin/generator/${id}`, { token: staff.token })).status).toBe(404)
})

test('rule audit-log: every deed is in the audit log', async () => {
  const generators = checksOf('generator', staff)
  const { id } = (await generators.create({ ...rangeBody(0, 3), whatsapp_id: sender.accountId })).json.data
  await generators.edit(id, { whatsapp_id: sender.accountId, interval_max: 1 })
  await generators.start(id)
  await generators.stop(id)
  await until('rest', async () => (await generators.get(id)).status === 'idle')
  await generators.found(id)
  await generators.remove(id)
  const deeds = await all<{ action: string }>('select action from audit_log where target = ? order by id', id)
  const words = ['create', 'update', 'start', 'stop', 'download', 'delete']
  expect(deeds.map((deed) => deed.action)).toEqual(words.map((word) => `generator.${word}`))
})
