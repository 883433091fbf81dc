// /admin/tag: words by which the office groups recipients (rule tags).
import { listed, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { TAG_OF_CAMPAIGN, TAG_RENAMED, TAG_TAKEN, tagUsedBy, TOO_MANY_TAGS } from '../../../contract/recipients/tags.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { segmentsWithTag } from '../../../domain/recipients/segments/store.ts'
import {
  insertTag,
  isTagOfCampaign,
  listTags,
  removeTag,
  renameTag,
  tagById,
  tagPeople,
} from '../../../domain/recipients/tags/store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'

export const tagRoutes = routes()
const mustFind = async (db: WriteContext['db'], id: number) => {
  const tag = Number.isSafeInteger(id) ? await tagById(db, id) : null
  if (!tag) throw new Refusal('not_found')
  return tag
}
const refused = (field: string, text: string) => new Refusal('invalid_input', { field, text })
/** @param moved what it means that the tag is not as it was read */
const withRefusals = async <T>(act: () => Promise<T>, moved: Refusal = new Refusal('not_found')): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    const why = refusalOf(error)
    if (why === 'taken tags.key') throw refused('name', TAG_TAKEN)
    if (why === 'too_many_tags') throw refused('name', TOO_MANY_TAGS)
    throw why === 'status_moved' ? moved : error
  }
}

door(tagRoutes, 'GET /admin/tag/list', async ({ db }) => {
  const tags = await listTags(db)
  return listed(tags, tags.length)
})
door(tagRoutes, 'POST /admin/tag/create', async ({ db, body: { name }, who, now, audit }) => {
  const tag = { name, by: who.id, now }
  const made = await withRefusals(() => insertTag(db, tag, audit('tag.create', name)))
  return { ...DONE, ...twice('tag', made) }
})
door(tagRoutes, 'PUT /admin/tag/rename', async ({ db, body, audit }) => {
  await mustFind(db, body.id)
  const entry = audit('tag.rename', String(body.id), { name: body.was }, { name: body.name })
  await withRefusals(() => runBatch(db, [...renameTag(db, body), ...entry]), refused('name', TAG_RENAMED))
  return DONE
})
door(tagRoutes, 'POST /admin/tag/people', async ({ db, body, now, audit }) => {
  const { tag, on } = body
  const { name } = await mustFind(db, tag)
  const entry = audit('tag.people', String(tag), undefined, { name, on, people: body.ids.length })
  return { ...DONE, changed: await withRefusals(() => tagPeople(db, body, now, entry)) }
})
door(tagRoutes, 'DELETE /admin/tag/:id', async ({ db, param, now, audit }) => {
  const { id, name, people } = await mustFind(db, Number(param('id')))
  const using = await segmentsWithTag(db, id)
  if (using.length > 0) throw refused('id', tagUsedBy(using))
  const entry = audit('tag.delete', String(id), { name, people })
  try {
    await withRefusals(() => runBatch(db, [...removeTag(db, id, now), ...entry]))
  } catch (error) {
    const since = await segmentsWithTag(db, id)
    if (since.length > 0) throw refused('id', tagUsedBy(since))
    throw (await isTagOfCampaign(db, id)) ? refused('id', TAG_OF_CAMPAIGN) : error
  }
  return DONE
})
