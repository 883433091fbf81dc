// /segment/edit?id=, or a new one without an id: the conditions, and whom they find while they are built (rule segments).
import { Tag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Group,
  keptRule,
  SEGMENT_LONGEST,
  type SegmentRow,
  segmentName,
  segmentRule,
} from '../../../../contract/recipients/segments.ts'
import { call } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { sendEdited, useRead } from '../../../lib/forms/edited.ts'
import { useUnsaved } from '../../../lib/forms/leaving.ts'
import { useToWrong } from '../../../lib/forms/to-wrong.ts'
import { Exports } from '../../../lib/lists/tools.tsx'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { useBack } from '../../../lib/screen/use-back.ts'
import { common, fromServer, segmentTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { part } from '../../../ui/part.tsx'
import { useSegment } from './api.ts'
import { CountCard } from './parts/count-card.tsx'
import { GroupFields } from './parts/group-fields.tsx'
import { isWhole, newGroup } from './rule-rules.ts'
import { useCount } from '../../../lib/segments/use-count.ts'

const TagAll = part(() => import('./parts/tag-all.tsx'))
const FIELDS = { name: { label: texts.name }, rule: { label: texts.conditions, show: () => texts.otherConditions } }

function Builder({ segment, first }: { segment: (SegmentRow & { version: string }) | null; first: Group }) {
  const back = useBack('/segment')
  const [name, setName] = useState(segment?.name ?? '')
  const [rule, setRule] = useState<Group>(first)
  const [tags, setTags] = useState(false)
  const { read } = useRead({ ...segment })
  const unsaved = useUnsaved(name !== (segment?.name ?? '') || JSON.stringify(rule) !== JSON.stringify(first))
  const whole = isWhole(rule) ? keptRule.safeParse(rule) : null
  const count = useCount(whole?.success ? whole.data : null)
  const { busy, failure, run } = useAction({
    send: () =>
      segment === null
        ? call('POST /admin/segment/create', { body: { name, rule } }, { fallback: texts.saveFailed })
        : sendEdited({ read, body: { name, rule }, fields: FIELDS }, (body) =>
            call('PUT /admin/segment/:id', { params: { id: segment.id }, body }, { fallback: texts.saveFailed }),
          ),
    changes: ['segments'],
    doneText: texts.saved,
    onDone: () => {
      unsaved.saved()
      back()
    },
  })
  const [tried, setTried] = useState(false)
  const toWrong = useToWrong()
  const named = segmentName.safeParse(name)
  const said = (read: typeof named | typeof whole): string | undefined =>
    read?.error?.issues[0] && fromServer(read.error.issues[0].message)
  const wrong = said(whole) ?? (tried && !whole ? texts.incomplete : undefined)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="p-5 sm:p-6">
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (named.success && whole?.success) void run()
            else toWrong(event.currentTarget)
          }}
        >
          <Field label={texts.name} error={tried ? said(named) : undefined}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={SEGMENT_LONGEST}
                autoComplete="off"
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <GroupFields group={rule} put={setRule} />
          {wrong && <Alert tone="danger">{wrong}</Alert>}
          {failure && <Alert tone="danger">{failure}</Alert>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={busy}>
              {common.save}
            </Button>
            <Button variant="secondary" onClick={back}>
              {common.back}
            </Button>
            {whole?.success && (
              <Button variant="secondary" onClick={() => setTags(true)}>
                <Tag aria-hidden className="size-4" />
                {texts.tagAll}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <CountCard count={count} isWhole={whole?.success === true} />
      {tags && (
        <Suspense fallback={null}>
          <TagAll rule={rule} onClose={() => setTags(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Edit({ id }: { id: string }) {
  const query = useSegment(id)
  return (
    <RecordScreen
      title={texts.editTitle}
      note={query.data?.segment.name ?? '\u00a0'}
      recent={query.data?.segment.name ?? ''}
      backTo="/segment"
      query={query}
      id={id}
      missing={texts.missing}
      skeleton="h-72 w-full rounded-2xl"
      tools={
        <Exports
          route="GET /admin/segment/export"
          shown={{ id }}
          files={['segment.csv', 'segment.json']}
          nothing={texts.nobody}
        />
      }
    >
      {({ segment }) => <Builder key={segment.id} segment={segment} first={segment.rule} />}
    </RecordScreen>
  )
}
/** What the list of recipients showed, from the address; else one condition to begin with. */
const begun = (text: string | null): Group => {
  try {
    const parsed = segmentRule.safeParse(JSON.parse(text ?? ''))
    if (parsed.success) return parsed.data
  } catch {
    // somebody's own address: they begin anew
  }
  return newGroup()
}
export default function SegmentScreen() {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id !== null) return <Edit id={id} />
  return (
    <>
      <ScreenHead title={texts.createTitle} note={texts.createLead} backTo="/segment" />
      <Builder segment={null} first={begun(params.get('rule'))} />
    </>
  )
}
