// Notes of the office about a member or a recipient, on that person's page: read, written, and deleted by who wrote them (rule notes).
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { NOTE_LONGEST, type NoteRow, noteText } from '../../../contract/recipients/notes.ts'
import { common, noteTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { inputClass } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { call, errorText } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { formatMoment, formatNumber } from '../format/format.ts'
import '../forms/form-schema.ts'
import { SubmitForm } from '../forms/submit-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { useSession } from '../session/session.ts'

type About = { user_id: string } | { number_id: number }
const schema = z.object({ text: noteText })
/** The others are shown at a press. */
const FIRST = 5

function Write({ about }: { about: About }) {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { text: '' },
  })
  const submit = useSubmit(form, {
    send: ({ text }) => call('POST /admin/note/create', { body: { ...about, text } }, { fallback: texts.saveFailed }),
    changes: ['notes'],
    doneText: texts.saved,
    onDone: () => form.reset({ text: '' }),
  })
  return (
    <SubmitForm submit={submit} label={texts.save} className="gap-3">
      <Field label={texts.write} hint={texts.hint} error={form.formState.errors.text?.message}>
        {(control) => (
          <textarea
            {...control}
            {...form.register('text')}
            rows={3}
            maxLength={NOTE_LONGEST}
            className={inputClass('py-2.5')}
          />
        )}
      </Field>
    </SubmitForm>
  )
}

function Note({ note, onDelete }: { note: NoteRow; onDelete: (() => void) | null }) {
  const when = formatMoment(note.at)
  return (
    <li className="flex flex-col gap-1 border-t border-line px-4 py-3">
      <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 text-[13px] text-ink-2">
        <span>{texts.by(note.by_name?.trim() || texts.unknownPerson, when)}</span>
        {onDelete && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={texts.deleteOf(when)}
            onClick={onDelete}
            className="max-sm:-ml-3 sm:-mr-3"
          >
            {texts.delete}
          </Button>
        )}
      </div>
    </li>
  )
}

export function NotesCard({ about }: { about: About }) {
  const me = useSession()?.user
  const [shownAll, setShownAll] = useState(false)
  const [asked, ask] = useState<NoteRow | null>(null)
  const { data, error } = useQuery({
    queryKey: keys.sums('notes', about),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/note/list', { query: about }, { signal, fallback: texts.loadFailed })).data,
    refetchOnMount: 'always',
  })
  const remove = useAction({
    send: ({ id }: NoteRow) => call('POST /admin/note/delete', { body: { id } }, { fallback: texts.deleteFailed }),
    changes: ['notes'],
    doneText: texts.deleted,
  })
  const notes = shownAll ? data : data?.slice(0, FIRST)
  return (
    <Card className="min-w-0" aria-label={texts.title}>
      <CardHead>{texts.title}</CardHead>
      <div className="p-4">
        <Write about={about} />
      </div>
      {!data && !error && <Skeleton className="m-4 h-16" />}
      {(error || remove.failure) && (
        <div className="px-4 pb-4">
          <Alert tone="danger">{remove.failure ?? errorText(error)}</Alert>
        </div>
      )}
      {notes && notes.length > 0 && (
        <ul aria-label={texts.list}>
          {notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              onDelete={note.by === me?.id || me?.role === 'dev' ? () => ask(note) : null}
            />
          ))}
        </ul>
      )}
      {data && notes && data.length > notes.length && (
        <div className="border-t border-line px-4 py-2">
          <Button variant="ghost" size="sm" onClick={() => setShownAll(true)} className="-ml-3">
            {texts.more(formatNumber(data.length - notes.length))}
          </Button>
        </div>
      )}
      {asked && (
        <Confirm
          title={texts.deleteTitle}
          confirmLabel={texts.deleteYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => {
            ask(null)
            void remove.run(asked)
          }}
          onClose={() => ask(null)}
        >
          {texts.deleteText}
        </Confirm>
      )}
    </Card>
  )
}
