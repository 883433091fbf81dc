// What an admin does with a campaign: launch, pause, go on, cancel, change, delete.
import { Archive, Copy, Pause, Pencil, Play, Trash2, Users, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rule } from '../../../../../contract/recipients/segments.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { common, campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { notify } from '../../../../ui/notify.tsx'
import type { Campaign } from '../api.ts'
import { Reach } from './reach.tsx'
import { AskedMessages, useShown } from './template-figures.tsx'

type Told = { told: number; missed: number }
const sayTold = ({ told, missed }: Told): void =>
  missed > 0
    ? notify.info(texts.pausedSome(formatNumber(missed)))
    : notify.success(told > 0 ? texts.paused(formatNumber(told)) : texts.pausedNone)
/** The row of before is shown until the new one has come. */
const CHANGES = ['campaigns'] as const
/** After a refusal the question shows the messages as they are by then. */
const SENDS = ['campaigns', 'templates'] as const
const ASKS = {
  launch: { title: texts.launchTitle, yes: texts.launchYes, danger: false },
  resume: { title: texts.resumeTitle, yes: texts.resumeYes, danger: false },
  cancel: { title: texts.cancelTitle, yes: texts.cancelYes, danger: true },
  remove: { title: texts.removeTitle, yes: texts.remove, danger: true },
} as const

/** For another wave: who was in it and never got it. Whether somebody got it is not certain of some, and they are not asked again. */
const missedOf = (campaign: number): Rule => ({
  join: 'and',
  not: false,
  of: [{ is: 'campaign', campaign, was: 'missed' }],
})

/** @param offBecause id of the sentence that says why it is neither launched nor goes on now; absent: it may */
export function Moves({ campaign, offBecause }: { campaign: Campaign; offBecause: string | undefined }) {
  const { id, state, name, segment_id, segment_name } = campaign
  const [asking, setAsking] = useState<keyof typeof ASKS | null>(null)
  const back = useBack('/campaign')
  const said = { fallback: texts.moveFailed }
  const body = { id }
  const { shown } = useShown(campaign.templates)
  // what the question shows is what is sent
  const messages = shown.map(({ id: template, version }) => ({ id: template, version }))
  const read = { id, version: campaign.version, messages }
  const launch = useAction({
    send: () => call('POST /admin/campaign/launch', { body: read }, said),
    changes: SENDS,
    doneText: texts.launched,
  })
  const pause = useAction({
    send: () => call('POST /admin/campaign/pause', { body }, said),
    changes: CHANGES,
    onDone: sayTold,
  })
  const resume = useAction({
    send: () => call('POST /admin/campaign/resume', { body: read }, said),
    changes: SENDS,
    doneText: texts.resumed,
  })
  const cancel = useAction({
    send: () => call('POST /admin/campaign/cancel', { body }, said),
    changes: CHANGES,
    doneText: texts.cancelled,
  })
  const remove = useAction({
    send: () => call('DELETE /admin/campaign/:id', { params: { id } }, said),
    doneText: texts.removed,
    changes: [],
    onDone: back,
  })
  const archive = useAction({
    send: () => call('POST /admin/campaign/archive', { body: { id, on: !campaign.archived } }, said),
    doneText: campaign.archived ? texts.unarchived : texts.archived,
    changes: CHANGES,
  })
  const acts = { launch, pause, resume, cancel, remove, archive }
  const isPaused = state === 'paused'
  const going = isPaused ? resume : pause
  const Going = isPaused ? Play : Pause
  const busy = Object.values(acts).some((act) => act.busy)
  const failure = Object.values(acts).find((act) => act.failure !== null)?.failure
  const audience = segment_id === '' ? texts.fields.everybody : (segment_name ?? texts.fields.segment)
  const question = {
    launch: (
      <>
        {texts.launchText(audience, campaign.audience === 'rolling')}{' '}
        <Reach segment={segment_id} templates={campaign.templates} estimated={campaign} />
        <AskedMessages templates={campaign.templates} />
      </>
    ),
    resume: (
      <>
        {texts.resumeText}
        <AskedMessages templates={campaign.templates} />
      </>
    ),
    cancel: texts.cancelText,
    remove: texts.removeText(name),
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {state === 'draft' && (
          <Button busy={launch.busy} disabled={busy} offBecause={offBecause} onClick={() => setAsking('launch')}>
            {!launch.busy && <Play aria-hidden className="size-4" />}
            {texts.launch}
          </Button>
        )}
        {/* one button, which keeps the keyboard's place; a second press on it finds a question */}
        {(state === 'running' || state === 'paused') && (
          <Button
            variant={isPaused ? 'primary' : 'secondary'}
            busy={going.busy}
            disabled={busy && !going.busy}
            offBecause={isPaused ? offBecause : undefined}
            onClick={() => (isPaused ? setAsking('resume') : void pause.run())}
          >
            {!going.busy && <Going aria-hidden className="size-4" />}
            {isPaused ? texts.resume : texts.pause}
          </Button>
        )}
        {(state === 'draft' || state === 'paused') && (
          <Link to={`/campaign/edit?id=${id}`} className={buttonClass('secondary', 'md')}>
            <Pencil aria-hidden className="size-4" />
            {texts.edit}
          </Link>
        )}
        <Link to={`/campaign/edit?from=${id}`} className={buttonClass('secondary', 'md')}>
          <Copy aria-hidden className="size-4" />
          {texts.copy}
        </Link>
        {(state === 'finished' || state === 'cancelled') && (
          <Link
            to={`/segment/edit?rule=${encodeURIComponent(JSON.stringify(missedOf(id)))}`}
            className={buttonClass('secondary', 'md', 'max-w-full whitespace-normal')}
          >
            <Users aria-hidden className="size-4 shrink-0" />
            {texts.missed}
          </Link>
        )}
        {(state === 'launching' || state === 'running' || state === 'paused') && (
          <Button
            variant="secondary"
            className="text-danger-text!"
            busy={cancel.busy}
            disabled={busy}
            onClick={() => setAsking('cancel')}
          >
            {!cancel.busy && <X aria-hidden className="size-4" />}
            {texts.cancel}
          </Button>
        )}
        {(state === 'finished' || state === 'cancelled') && (
          <Button variant="secondary" busy={archive.busy} disabled={busy} onClick={() => void archive.run()}>
            {!archive.busy && <Archive aria-hidden className="size-4" />}
            {campaign.archived ? texts.unarchive : texts.archive}
          </Button>
        )}
        {state === 'draft' && (
          <Button
            variant="secondary"
            className="text-danger-text!"
            busy={remove.busy}
            disabled={busy}
            onClick={() => setAsking('remove')}
          >
            {!remove.busy && <Trash2 aria-hidden className="size-4" />}
            {texts.remove}
          </Button>
        )}
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {asking && (
        <Confirm
          title={ASKS[asking].title}
          confirmLabel={ASKS[asking].yes}
          cancelLabel={common.back}
          danger={ASKS[asking].danger}
          onConfirm={() => void acts[asking].run()}
          onClose={() => setAsking(null)}
        >
          {question[asking]}
        </Confirm>
      )}
    </div>
  )
}
