// Sends an edit with the version of what the form read. Where somebody else was faster, the person chooses field by field, and it is sent
// again with the newer version (rule edit-versions).
import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import { keepAhead } from '../../ui/part.tsx'
import { chosen, conflictsOf, type Read, type Values } from './edited-rules.ts'

export type { Read } from './edited-rules.ts'
/** label: as the form calls the field. show: its value in words; absent: as it is. fixed: theirs stays, because mine cannot be sent. */
export type FieldWords = { label: string; show?: (value: unknown) => string; fixed?: boolean }
export type Fields = Readonly<Record<string, FieldWords>>

const loadQuestion = keepAhead(() => import('./edited-question.tsx'))

/** What the form was filled from, which a newer answer of the server does not change; `take` after a save. */
/** @param earlier what a kept draft of this form was filled from */
export const useRead = <T extends object>(record: T & { version?: string | undefined }, earlier?: Read) => {
  const [read, setRead] = useState<Read>(() => earlier ?? { version: record.version, values: { ...record } })
  const take = (saved: T & { version?: string | undefined }): void =>
    setRead({ version: saved.version, values: { ...saved } })
  return { read, take }
}

/**
 * @param isPartial the body has only what was changed
 * @param send the body, in which the person's choices have replaced what they typed, and the version
 * @throws what `send` throws, also when the person does not choose
 */
export const sendEdited = async <B extends object, Answer>(
  { read, body, fields, isPartial = false }: { read: Read; body: B; fields: Fields; isPartial?: boolean },
  send: (body: B & { version?: string | undefined }) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await send({ ...body, version: read.version })
  } catch (error) {
    const edited = error instanceof ApiError ? error.edited : undefined
    if (!edited) throw error
    const conflicts = conflictsOf(Object.keys(fields), read, body as Values, edited)
    const sides = conflicts.length === 0 ? {} : await (await loadQuestion()).ask(conflicts, fields)
    if (!sides) throw error
    const next = chosen({ body: body as Values, isPartial }, conflicts, sides) as B
    return sendEdited({ read: edited, body: next, fields, isPartial }, send)
  }
}
