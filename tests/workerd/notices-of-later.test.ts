// Notices that a later release wrote, after it was rolled back.
import { beforeAll, expect, test } from 'vitest'
import type { NoticeKind } from '../../contract/people/notice-kinds.ts'
import { pushTitle } from '../../contract/people/notice-texts.ts'
import type { Notice } from '../../contract/people/notices.ts'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { sendDigests } from '../../domain/people/notices/send-digests.ts'
import { ask } from './support/api.ts'
import { db, run } from './support/database.ts'
import { makePerson } from './support/people.ts'
import { stage } from './support/stage.ts'

beforeAll(() => stage())

test('rule notices: one of a kind that only a later release knows is said to be there, and holds up no other', async () => {
  const person = await makePerson('admin')
  const told = (kind: string, data: object) =>
    run(
      `insert into notices (user_id, ref, kind, data, shown, created_at) values (?, ?, ?, ?, 1, ?)`,
      person.id,
      `later ${kind}`,
      kind,
      JSON.stringify(data),
      Date.now(),
    )
  await run(
    `insert into notice_settings (user_id, digest, choices) values (?, 1, '{"later":{"digest":true},"office_approval":{"digest":true}}')`,
    person.id,
  )
  await told('later', { more: 1 })
  await told('office_approval', { who: 'Ani', of: 'later', amount: 5, batch: null })
  const text = 'dari versi berikutnya, yang belum dapat ditunjukkan versi ini.'
  expect((await ask<{ list: Notice[] }>('GET', '/admin/notice', { token: person.token })).json.list).toMatchObject([
    { text: `Ani meminta persetujuan orang kedua: permintaan ${text}`, link: '/withdraw/requested/approvals' },
    { text: `Ada kabar ${text}`, link: '/dashboard' },
  ])
  expect(pushTitle('later' as NoticeKind)).toBe('Kabar')
  const mails: Mail[] = []
  const send = (mail: Mail): Promise<boolean> => Promise.resolve(mails.push(mail) > 0)
  await sendDigests({ db, origin: 'https://a.test', send }, '2031-01-01', 100)
  expect(mails.find(({ to }) => to === person.email)?.text).toContain(`- Ada kabar ${text}`)
})
