// /phonenumber/edit?id=: one recipient and the proof of their consent.
import { useSearchParams } from 'react-router'
import { NotesCard } from '../../../lib/notes/card.tsx'
import { TimelineCard } from '../../../lib/timeline/card.tsx'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { phoneTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { usePhone } from './api.ts'
import { ConsentCard } from './parts/consent-card.tsx'
import { EditForm } from './parts/edit-form.tsx'
import { TagsCard } from './parts/tags-card.tsx'

export default function PhoneNumberEdit() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = usePhone(id)
  return (
    <RecordScreen
      title={texts.editTitle}
      note={query.data?.phonenumber.number ?? '\u00a0'}
      backTo="/phonenumber"
      recent={query.data ? [query.data.phonenumber.number, query.data.phonenumber.name].join(' ').trim() : ''}
      query={query}
      id={id}
      missing={texts.missing}
      skeleton="h-72 w-full rounded-2xl"
    >
      {({ phonenumber: phone }) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <Card className="p-5 sm:p-6">
              <EditForm key={phone.id} phone={phone} />
            </Card>
            <TagsCard key={phone.id} id={phone.id} tags={phone.tags} />
            <NotesCard key={`notes ${phone.id}`} about={{ number_id: phone.id }} />
          </div>
          <ConsentCard phone={phone} />
          <TimelineCard id={phone.id} />
        </div>
      )}
    </RecordScreen>
  )
}
