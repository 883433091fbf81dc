// The file of everything that is kept about a person (rule own-data), written while it is read, so that memory stays flat.
import { iso, jakartaDay } from '../contract/ground/time.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { SECTIONS } from '../domain/privacy/own-data/own-data-store.ts'
import { presentUser } from '../domain/people/users/present.ts'
import type { UserView } from '../domain/people/users/store.ts'

async function* textOf(db: Db, user: UserView): AsyncGenerator<string, void> {
  const profile = {
    ...presentUser(user),
    linkConsent: user.link_consent_version,
    showsNumberSince: iso(user.shows_number_at),
  }
  yield `{"profile":${JSON.stringify(profile)}`
  for (const [name, page] of Object.entries(SECTIONS)) {
    let after: number | null = null
    let lead = ''
    yield `,\n"${name}":[`
    do {
      const { items, last }: Awaited<ReturnType<typeof page>> = await page(db, user.id, after)
      if (items.length > 0) yield lead + items.map((item) => JSON.stringify(item)).join(',\n')
      lead = ',\n'
      after = last
    } while (after !== null)
    yield ']'
  }
  yield '}\n'
}

export const ownDataFile = (db: Db, user: UserView, now: number): Response => {
  const encoder = new TextEncoder()
  const text = textOf(db, user)
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await text.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="data-${jakartaDay(now)}.json"`,
      'cache-control': 'no-store',
    },
  })
}
