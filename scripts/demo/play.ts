// What people do in the demo: an admin writes numbers with consent and templates, members link phones and blast, one
// recipient answers BERHENTI, one member deletes a sent message, money is paid out.
import { DEMO_PASSWORD } from '../demo-data/people.ts'
import { accountsOf, type Person, signIn, untilAnswered } from '../drive/api.ts'
import { pause } from '../drive/until.ts'
import { type Controls, controlsOf } from '../drive/controls.ts'
import { type Linked, linkAccount } from '../drive/link.ts'
import type { Stack } from '../stack/stack.ts'

export type Played = { accounts: number; recipients: number }
type Say = (line: string) => void
const RECIPIENTS = 200
const BLAST_MS = 240_000
const PHONES = { member: ['628111000001', '628111000002'], member2: ['628111000003'], byCode: '628111000004' } as const
/** The number for 0 is not on WhatsApp: the sandbox has no phone for numbers that end in 0000. */
export const recipientNumber = (i: number): string => `6281330${String(10_000 + i)}`

const demoSettings = { interval_min: 0, interval_max: 0, interval_floor: 0, recipient_cooldown_hours: 168 }

const SOURCE = 'Formulir pendaftaran pelanggan (demo)'
/** Imports numbers from a file, as an admin does, with the source of their consent. */
export const importRecipients = async (admin: Person, count: number, from = 0, source = SOURCE): Promise<number> => {
  const rows = Array.from({ length: count }, (_, i) => `${recipientNumber(from + i)},Penerima ${from + i + 1},active`)
  const form = new FormData()
  form.set('file', new File([['number,name,status', ...rows].join('\n')], 'penerima.csv', { type: 'text/csv' }))
  form.set('consent_source', source)
  const { created } = await admin.post<{ created: unknown[] }>('/admin/phonenumber/import', form)
  return created.length
}

export const writeTemplates = async (admin: Person): Promise<void> => {
  const stop = { id: '', title: 'Berhenti', url: '', type: 'stop_button' }
  const shop = { id: '', title: 'Lihat toko', url: 'https://toko.contoh.id', type: 'url_button' }
  for (const [text, button] of [
    ['<p>Halo <b>{name}</b>, promo minggu ini sudah mulai.</p>', [shop, stop]],
    ['<p>Hai {name}, ada <i>stok baru</i> di toko kami.</p>', []],
    ['<p>{name}, gratis ongkir sampai hari Minggu.</p>', [stop]],
  ] as const) {
    await admin.post('/admin/message/create', { text, button, status: 'active' })
  }
}

export const startBlast = (person: Person, account: Linked): Promise<unknown> =>
  person.post('/admin/whatsapp/start-blasting', {
    whatsappClientId: account.accountId,
    socketClientId: account.clientid,
    loop: true,
  })

/** A blast has ended when no account of these people sends. */
const blastEnds = (people: readonly Person[], timeoutMs: number): Promise<true> =>
  untilAnswered('the end of the blast', timeoutMs, async () => {
    const lists = await Promise.all(people.map(accountsOf))
    return lists.flat().every((account) => account.status === 'idle') || null
  })

const optOut = async (controls: Controls, from: string, linked: readonly Linked[], say: Say): Promise<void> => {
  const first = await untilAnswered('a message to answer', 60_000, async () => {
    const got = await controls.messages(from)
    return got.find((message) => linked.some((account) => account.phone === message.from))
  })
  await controls.reply(from, first.from, 'Berhenti!')
  say(`${from} answered BERHENTI`)
}

/** The member asks for money, the admin pays it. @throws ApiError when either is refused. */
const payOut = async (admin: Person, member: Person, say: Say): Promise<void> => {
  const nominal = 10_000
  const ask = { nominal, userId: member.id }
  const { withdraw } = await member.post<{ withdraw: { id: string } }>('/admin/withdraw/request', ask)
  await admin.put('/admin/withdraw/update', { id: withdraw.id, status: 'accepted' })
  say(`paid out Rp ${nominal}`)
}

export const playDemo = async (stack: Stack, say: Say): Promise<Played> => {
  const origin = stack.workerOrigin
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const as = (name: string): Promise<Person> => signIn(origin, `${name}@demo.test`, DEMO_PASSWORD)
  const [admin, member, member2] = await Promise.all([as('admin'), as('member'), as('member2')])
  await admin.put('/admin/setting/update', demoSettings)
  await writeTemplates(admin)
  const recipients = await importRecipients(admin, RECIPIENTS)
  say(`${recipients} recipients with consent, 3 templates`)

  const linked: (Linked & { owner: Person })[] = []
  const link = async (owner: Person, phone: string, mode: 'qr' | 'code'): Promise<void> => {
    linked.push({ ...(await linkAccount(owner, controls, phone, mode)), owner })
    say(`linked ${phone} by ${mode === 'qr' ? 'QR' : 'pairing code'}`)
  }
  for (const phone of PHONES.member) await link(member, phone, 'qr')
  for (const phone of PHONES.member2) await link(member2, phone, 'qr')
  await link(member2, PHONES.byCode, 'code')
  for (const account of linked) {
    const interval = { id: account.accountId, blast_interval_min: 0, blast_interval_max: 0 }
    await account.owner.put('/admin/whatsapp/interval', interval)
  }

  // The person who opts out before anything was sent must never get a message.
  const early = recipientNumber(RECIPIENTS - 1)
  await controls.reply(early, PHONES.member[0], 'STOP')
  say(`${early} answered STOP before the blast`)
  await pause(1_500)
  for (const account of linked) await startBlast(account.owner, account)
  say('blast started')
  await optOut(controls, recipientNumber(1), linked, say)
  await blastEnds([member, member2], BLAST_MS)
  say('blast ended by itself')
  await pause(6_000)

  const owner = linked[0]
  const sent = (await controls.allMessages()).filter((message) => message.from === owner?.phone && message.acked)
  const deleted = sent.at(-1)
  if (owner !== undefined && deleted !== undefined) {
    await controls.deleteMessage(owner.phone, deleted.id)
    await untilAnswered('the suspension after a deleted message', 30_000, async () => {
      const accounts = await accountsOf(owner.owner)
      return accounts.find((account) => account.phonenumber === owner.phone && account.suspended)
    })
    say(`${owner.phone} deleted a sent message: suspended, its income taken back`)
  }
  await pause(3_000)
  await payOut(admin, member, say)
  return { accounts: linked.length, recipients }
}
