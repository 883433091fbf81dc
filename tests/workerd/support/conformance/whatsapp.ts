// WhatsApp and Realtime.
import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { until } from '../../../../scripts/drive/until.ts'
import { ORIGIN } from '../api.ts'
import { makePerson } from '../people.ts'
import { linkedAccount, newClientBody } from '../stage.ts'
import { INVALID, Line, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

// serialized is never answered (rule account-identity)
const ACCOUNT =
  'id clientid phonenumber pushname server proxyId user_id state status blasting progressing waiting waitTime count_success count_fail income attempting attempingCode currentState suspended suspended_count'.split(
    ' ',
  )
const under = (place: string): string[] => ACCOUNT.map((key) => `${place}.${key}`)
const FORBIDDEN = { status: 403, text: 'Anda tidak memiliki akses ke halaman ini.' }
const MUST_RECONNECT = { status: 409, text: 'Sambungan terputus, silahkan sambungkan ulang!' }
const handles = ({ account }: World) => [account.accountId, `client-${account.accountId}`]
const client = (world: World, who: World['member'], deviceId: string, more: object = {}) => ({
  as: who,
  body: newClientBody(who.id, deviceId, more),
})

export const WHATSAPP: Cases = {
  'POST /admin/whatsapp/new-client': async (line, world) => {
    const { member, friend } = world
    await line.good(client(world, member, 'konformasi-1'), ['proxyId', 'clientid'])
    await line.good(client(world, member, 'konformasi-2', { previousDeviceId: 'konformasi-1' }), ['proxyId'])
    await line.good(client(world, member, 'konformasi-3', { phoneNumber: '6281234567890' }), ['proxyId'])
    const taken = { status: 403, text: 'WhatsApp ID ini milik pengguna lain.' }
    await line.refused(client(world, friend, 'konformasi-2'), taken)
    await line.refused(client(world, friend, 'konformasi-4', { userId: member.id }), FORBIDDEN)
    await line.refused(client(world, friend, 'x'), { status: 422, text: INVALID, fields: ['deviceId'] })
    const consent = { status: 422, text: 'Setujui dahulu penjelasan tentang akun yang Anda pinjamkan.' }
    await line.refused(client(world, friend, 'konformasi-4', { consentVersion: null }), consent)
    await line.closed(client(world, member, 'konformasi-4'))
  },
  'POST /admin/whatsapp/remove-client': async (line, world) => {
    const gone = await linkedAccount(world.runner, world.member.id)
    const body = { deviceId: gone.accountId }
    await line.closed({ body }, [world.friend])
    await line.good({ as: world.member, body }, ['success'])
    await line.refused({ as: world.member, body: { deviceId: 'tidak-ada' } }, NOT_FOUND)
    await line.refused({ as: world.member, body: {} }, { status: 422, text: INVALID, fields: ['deviceId'] })
  },
  'GET /admin/whatsapp/client-state/{id}': async (line, world) => {
    for (const id of handles(world))
      expect(await line.good({ as: world.member, id }, ['state'])).toEqual({ state: 'CONNECTED' })
    await line.refused({ as: world.member, id: 'tidak-ada' }, NOT_FOUND)
    await line.closed({ id: world.account.accountId }, [world.friend])
  },
  'POST /admin/whatsapp/save': async (line, world) => {
    const body = {
      clientid: `client-${world.account.accountId}`,
      phonenumber: '628',
      pushname: 'Lain',
      server: 's.whatsapp.net',
      serialized: { creds: 'rahasia' },
      proxyId: null,
      user_id: world.friend.id,
      reconnect: false,
    }
    const json = await line.good<{ whatsapp: object }>({ as: world.member, body }, under('whatsapp'), [
      ['whatsapp', 'data'],
    ])
    expect(json.whatsapp).toMatchObject({ user_id: world.member.id, phonenumber: world.account.phone })
    expect(JSON.stringify(json)).not.toContain('rahasia')
    await line.refused({ as: world.member, body: { ...body, clientid: 'tidak-ada' } }, NOT_FOUND)
    await line.closed({ body }, [world.friend])
  },
  'GET /admin/whatsapp/{id}': async (line, world) => {
    for (const id of handles(world)) {
      const json = await line.good({ as: world.member, id }, under('whatsapp'), [['whatsapp', 'data']])
      expect(JSON.stringify(json)).not.toContain('serialized')
    }
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: world.account.accountId }, [world.friend])
  },
  'GET /admin/whatsapp/list/{userId}': async (line, world) => {
    for (const as of [world.member, world.admin])
      for (const query of ['', '?synced=true'])
        await line.good({ as, id: world.member.id, query }, under('list.0'), [['list', 'data']])
    await line.closed({ id: world.friend.id }, [world.member])
  },
  'GET /admin/whatsapp/list': async (line, world) => {
    await line.good({ as: world.admin }, under('list.0'), [['list', 'data']])
    const none = await line.good<{ list: [] }>({ as: world.friend }, ['list'])
    expect(none.list).toEqual([])
    await line.closed({})
  },
  'GET /admin/whatsapp/list-per-page': async (line, world) => {
    const filter = `&user_id=${world.member.id}&synced=false&search=&status=connected`
    await line.page({ as: world.member, query: filter }, ACCOUNT)
    await line.page({ as: world.dev, query: '&user_id=null&synced=1' }, ACCOUNT)
    const query = `?page=1&search=${world.account.phone}`
    const found = await line.good<{ data: object[] }>({ as: world.admin, query }, ['data'])
    expect(found.data).toMatchObject([{ id: world.account.accountId }])
    for (const status of 'all connected loggedOut conflict disconnected unknown sending suspended'.split(' '))
      await line.good({ as: world.member, query: `?page=1&status=${status}` }, ['data'])
    await line.closed({})
  },
  'GET /admin/whatsapp/count/{id}': async (line, world) => {
    const { id } = world.friend
    const zero = { connectedCount: 0, disconnectedCount: 0 }
    expect(await line.good({ as: world.friend, id }, ['connectedCount', 'disconnectedCount'])).toEqual(zero)
    await line.closed({ id }, [world.member])
  },
  'POST /admin/whatsapp/start-blasting': async (line, world) => {
    const lost = await linkedAccount(world.runner, world.member.id)
    lost.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    await until('logged out', async () => (await lost.object.snapshot())?.state === 'loggedOut')
    const body = (id: string) => ({ whatsappClientId: id, socketClientId: id, loop: true })
    await line.refused({ as: world.member, body: body(lost.accountId) }, MUST_RECONNECT)
    const own = await linkedAccount(world.runner, world.member.id)
    const json = await line.good({ as: world.member, body: body(own.accountId) }, under('whatsapp'), [
      ['whatsapp', 'data'],
    ])
    expect(json).toMatchObject({ whatsapp: { status: 'sending', blasting: true } })
    await own.object.stop()
    await line.refused({ as: world.member, body: body('none') }, NOT_FOUND)
    await line.closed({ body: body(own.accountId) }, [world.friend, world.staff])
  },
  'POST /admin/whatsapp/stop-blasting': async (line, world) => {
    const own = await linkedAccount(world.runner, world.member.id)
    await own.object.start()
    const body = { whatsappClientId: own.accountId, socketClientId: own.accountId }
    await line.good({ as: world.member, body }, under('whatsapp'), [['whatsapp', 'data']])
    await line.closed({ body }, [world.friend, world.staff])
  },
  'PUT /admin/whatsapp/status': async (line, world) => {
    const own = await linkedAccount(world.runner, world.member.id)
    const set = (status: string) => ({ as: world.member, body: { id: own.accountId, status } })
    for (const status of ['sending', 'idle']) await line.good(set(status), under('whatsapp'))
    await line.refused(set('paused'), { status: 422, text: INVALID, fields: ['status'] })
    await line.closed(set('idle'), [world.friend, world.staff])
  },
  'POST /admin/whatsapp/reset': async (line, world) => {
    const own = await linkedAccount(world.runner, world.member.id)
    const body = { id: own.accountId }
    const json = await line.good({ as: world.member, body }, under('data'), [['whatsapp', 'data']])
    expect(json).toMatchObject({ data: { count_success: 0, count_fail: 0, income: 0 } })
    await own.object.start()
    await line.refused({ as: world.member, body }, { status: 409, text: 'Akun sedang mengirim. Hentikan dahulu.' })
    await own.object.stop()
    await line.closed({ body }, [world.friend, world.staff])
  },
  'PUT /admin/whatsapp/interval': async (line, world) => {
    const person = await makePerson('member')
    const own = await linkedAccount(world.runner, person.id)
    const set = (min: unknown, max: unknown) => ({
      as: person,
      body: { id: own.accountId, blast_interval_min: min, blast_interval_max: max },
    })
    const json = await line.good(set('2.9', 8), ['blast_interval_min', 'blast_interval_max'])
    expect(json).toMatchObject({ blast_interval_min: '2', blast_interval_max: '8' })
    const order = 'Interval Min harus lebih kecil atau sama dengan Interval Max.'
    await line.refused(set(9, 8), { status: 422, text: order, fields: ['blast_interval_min'] })
    await line.refused(set('', 8), { status: 422, text: INVALID, fields: ['blast_interval_min'] })
    await line.closed(set(1, 2), [world.friend, world.staff])
  },
  'POST /admin/whatsapp/activate': async (line, world) => {
    const own = await linkedAccount(world.runner, world.member.id)
    own.socket.say({ kind: 'closed', code: 403, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    await until('suspended', async () => (await own.object.snapshot())?.state === 'suspended')
    const body = { id: own.accountId }
    const rule = { status: 409, text: 'Aturan #1 Jangan hapus pesan terkirim. Silahkan hubungi Admin/CS' }
    const start = { whatsappClientId: own.accountId, socketClientId: own.accountId, loop: true }
    await new Line('POST /admin/whatsapp/start-blasting').refused({ as: world.member, body: start }, rule)
    await line.closed({ body }, [world.member, world.staff])
    const json = await line.good({ as: world.admin, body }, under('data'), [['whatsapp', 'data']])
    expect(json).toMatchObject({ data: { suspended: false, suspended_count: 1 } })
  },
  'POST /admin/whatsapp/reconnect-all': async (line, world) => {
    await line.closed({}, [world.member, world.staff])
    await line.good({ as: world.admin }, ['success', 'waiting'])
  },
  'POST /admin/whatsapp/send-message/1': async (line, world) => {
    const own = await linkedAccount(world.runner, world.member.id)
    const body = { senders: own.phone, targets: 'All', message: 'Halo {name}' }
    const json = await line.good<{ msg: string; jobId: string }>({ as: world.admin, body }, [
      'success',
      'jobId',
      'job.id',
    ])
    expect(json.msg).toBe('Pesan blaster berhasil dikirim ke target.')
    await own.object.stopOneOff(json.jobId)
    await until('its end', async () => (await own.object.snapshot())?.status === 'idle')
    own.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    await until('logged out', async () => (await own.object.snapshot())?.state === 'loggedOut')
    await line.refused({ as: world.admin, body }, { status: 409, text: `${own.phone} is loggedOut` })
    const empty = { ...body, senders: '', targets: '', message: '' }
    const fields = ['senders', 'targets', 'message']
    await line.refused({ as: world.admin, body: empty }, { status: 422, text: INVALID, fields })
    await line.closed({ body }, [world.member, world.staff])
  },
  'GET /admin/whatsapp/listen-message-created/{id}': async (line, world) => {
    const { accountId: id } = world.account
    const none = await line.good({ as: world.member, id, query: '?wait=0' }, ['message', 'data'])
    expect(none).toEqual({ message: null, data: null })
    await line.refused({ as: world.member, id: 'none' }, NOT_FOUND)
    await line.closed({ id, query: '?wait=0' }, [world.friend])
  },
  'GET /ws': async (line, world) => {
    await line.refused({ as: world.member }, { status: 422, text: INVALID })
    const socket = (query: string) =>
      exports.default.fetch(new Request(`${ORIGIN}/api/ws${query}`, { headers: { upgrade: 'websocket' } }))
    expect((await socket('')).status).toBe(401)
    expect((await socket(`?deviceId=client-admin&token=${world.member.token}`)).status).toBe(403)
    const open = await socket(`?deviceId=client-${world.member.id}&token=${world.member.token}`)
    expect(open.status).toBe(101)
    const said: string[] = []
    open.webSocket?.accept()
    open.webSocket?.addEventListener('message', (event) => void said.push(String(event.data)))
    open.webSocket?.send('ping')
    await until('an answer to ping', () => said.length > 0)
    open.webSocket?.close(1000)
    line.tally.good += 1
  },
}
