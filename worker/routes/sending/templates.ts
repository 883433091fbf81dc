// /admin/message: templates and their media.
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import type { z } from 'zod'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { TEMPLATE_IS_SENT } from '../../../contract/sending/campaigns.ts'
import { type Template, templateBody } from '../../../contract/sending/templates.ts'
import { readVersion } from '../../../contract/ground/versions.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { asRead } from '../../../domain/ground/edits/as-read.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { refuseUnlessRead } from '../../../domain/ground/edits/store.ts'
import { fieldsIn } from '../../../contract/sending/message-text.ts'
import { fieldKeys, refuseUnlessThere } from '../../../domain/recipients/fields/store.ts'
import { refuseUnseen, templateChanged } from '../../../domain/sending/campaigns/review-store.ts'
import {
  goesLive,
  mustFillAll,
  type NewMedia,
  planTemplate,
  readMedia,
} from '../../../domain/sending/templates/plan-template.ts'
import {
  exportedTemplate,
  MEDIA_PREFIX,
  mediaAddress,
  mediaOf,
  presentTemplate,
  readOfTemplate,
} from '../../../domain/sending/templates/present.ts'
import {
  deleteTemplate,
  insertTemplate,
  runningBlasts,
  type TemplateRow,
  type TemplateValues,
  templateById,
  templatePage,
  templateRead,
  templatesAfter,
  updateTemplate,
} from '../../../domain/sending/templates/store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { invalid } from '../../http/errors.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'
import { isForm, readForm } from '../../http/form.ts'
import { answerImport } from '../../http/import.ts'
import { serveMedia } from '../../http/media.ts'

export const templateRoutes = routes()
const LIST_MAX = 1_000
type Sent = {
  body: z.output<typeof templateBody>
  media: NewMedia | null
  dropsMedia: boolean
  version: string | undefined
}
const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined || text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}
/** Multipart as the specification has it, or JSON when there is no file. */
const readTemplate = async (c: WriteContext['c']): Promise<Sent> => {
  const form = isForm(c) ? await readForm(c) : null
  const raw: unknown = form
    ? {
        name: form.text('name'),
        topic: form.text('topic'),
        text: form.text('text'),
        button: parseJson(form.text('button')),
        status: form.text('status') || undefined,
        only_campaigns: form.text('only_campaigns') || undefined,
        version: form.text('version'),
      }
    : (parseJson(await c.req.text()) ?? {})
  const parsed = templateBody.extend(readVersion.shape).safeParse(raw)
  if (!parsed.success) throw invalid(parsed.error)
  const media = form?.file ? readMedia(form.file.name, await form.file.arrayBuffer()) : null
  const { version, ...body } = parsed.data
  return { body, media, dropsMedia: form?.text('media') === '' || form?.text('remove_media') === '1', version }
}
/** Stores the file before the row is written, so that no row names a missing file. */
const storeMedia = async (env: WriteContext['env'], media: NewMedia | null): Promise<void> => {
  if (media) await env.MEDIA.put(media.key, media.bytes, { httpMetadata: { contentType: media.type } })
}
const mustFind = async (db: WriteContext['db'], id: string): Promise<TemplateRow> => {
  const row = await templateById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

door(templateRoutes, 'GET /admin/message/list', async ({ db }) => {
  const { rows, total } = await templatePage(db, { page: 1, limit: LIST_MAX })
  return listed(rows.map(presentTemplate), total)
})
door(templateRoutes, 'GET /admin/message/list-per-page', async ({ db, query }) => {
  const { rows, total } = await templatePage(db, query)
  return toPaged(rows.map(presentTemplate), total, query)
})
door(templateRoutes, 'GET /admin/message/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'messages',
    columns: [],
    page: async (last: TemplateRow | null) =>
      pageOf(await templatesAfter(db, query, last, EXPORT_PAGE), exportedTemplate, (row) => row),
    emptyText: 'No messages to export.',
  })
  await runBatch(db, audit('message.export', query.format))
  return file
})
/** Before the path with an id, which would take `running` for one. */
door(templateRoutes, 'GET /admin/message/running', async ({ db }) => ({ running: await runningBlasts(db) }))
door(templateRoutes, 'GET /admin/message/:id', async ({ db, param }) => {
  return twice('message', presentTemplate(await mustFind(db, param('id'))))
})

/** Activation: what recipients would read is whole, and who activates it is who they say (rule template-activation). @throws Refusal */
const mayGoLive = async (
  { db, needProof }: Pick<WriteContext, 'db' | 'needProof'>,
  before: Template | null,
  values: TemplateValues,
): Promise<Statement[]> => {
  const isLive = goesLive(before, values)
  const keys = isLive ? await fieldKeys(db) : []
  if (isLive) mustFillAll(values, 'text', keys)
  // whoever refused a topic would get what loses it, a one-off blast under way, too
  const losesTopic = before !== null && before.topic !== '' && before.topic !== (values.topic ?? '')
  if (isLive || losesTopic) needProof()
  return [
    ...(isLive ? [refuseUnlessThere(db, fieldsIn(values.textWa, keys))] : []),
    ...(before !== null && (isLive || losesTopic) ? [refuseUnseen(db, before.id)] : []),
  ]
}
door(templateRoutes, 'POST /admin/message/create', async (context) => {
  const { c, env, db, now, audit } = context
  const { body, media } = await readTemplate(c)
  const id = crypto.randomUUID()
  const values = planTemplate(body, media)
  const filled = await mayGoLive(context, null, values)
  await storeMedia(env, media)
  await runBatch(db, [...filled, insertTemplate(db, id, values, now), ...audit('message.create', id, undefined, body)])
  return { ...DONE, message: presentTemplate(await mustFind(db, id)) }
})

door(templateRoutes, 'POST /admin/message/import', (context) => answerImport(context, 'message'))

type OfRead = Pick<WriteContext, 'db'> & { before: TemplateRow; version: string | undefined }
/** Of the template that the caller has read. @throws Refusal edited_meanwhile */
const ofRead = ({ db, before, version }: OfRead, write: (guard: Statement[]) => Promise<unknown>) =>
  asRead(
    db,
    {
      version,
      now: readOfTemplate(before),
      guard: refuseUnlessRead(db, 'templates', { id: before.id }, templateRead(before)),
      again: async () => {
        const row = await templateById(db, before.id)
        return row && readOfTemplate(row)
      },
      about: { target: before.id, actions: ['message.create', 'message.update'], names: true },
    },
    write,
  )
door(templateRoutes, 'PUT /admin/message/:id', async (context) => {
  const { c, env, db, who, param, audit } = context
  const before = await mustFind(db, param('id'))
  const { body, media, dropsMedia, version } = await readTemplate(c)
  await ofRead({ db, before, version }, async (guard) => {
    const kept = {
      name: body.name ?? before.name,
      topic: body.topic ?? before.topic ?? '',
      status: body.status ?? before.status,
      only_campaigns: body.only_campaigns ?? before.only_campaigns === 1,
    }
    const values = planTemplate({ ...body, ...kept }, media ?? (dropsMedia ? null : mediaOf(before)))
    const { version: _read, ...was } = presentTemplate(before)
    const filled = await mayGoLive(context, presentTemplate(before), values)
    await storeMedia(env, media)
    const after = withUnversioned(version, { ...body, media: mediaAddress(values.media?.key ?? null) })
    const update = [
      updateTemplate(db, before.id, values),
      templateChanged(db, before.id, who.id),
      ...audit('message.update', before.id, was, after),
    ]
    try {
      await runBatch(db, [...guard, ...filled, ...update])
    } catch (error) {
      if (media) await env.MEDIA.delete(media.key)
      if (refusalOf(error) === 'needs_another')
        throw new Refusal('invalid_input', { field: 'text', text: TEMPLATE_IS_SENT })
      throw error
    }
  })
  return { ...DONE, message: presentTemplate(await mustFind(db, before.id)) }
})

// The file stays, because messages in flight still name it.
door(templateRoutes, 'DELETE /admin/message/:id', async ({ db, query, param, audit }) => {
  const before = await mustFind(db, param('id'))
  const { version: _read, ...was } = presentTemplate(before)
  await ofRead({ db, before, version: query.version }, (guard) =>
    runBatch(db, [...guard, deleteTemplate(db, before.id), ...audit('message.delete', before.id, was)]),
  )
  return DONE
})

door(templateRoutes, 'GET /media/:name', ({ c, env, param }) => {
  if (!/^[\w.-]+$/.test(param('name'))) throw new Refusal('not_found')
  return serveMedia(env.MEDIA, `${MEDIA_PREFIX}${param('name')}`, c.req.raw.headers)
})
