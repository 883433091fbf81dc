// What a person is told, by kind and way, and whether this device is pushed to (rules notice-form, push).
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../../../contract/api/table.ts'
import {
  DEFAULT_WAYS,
  kindsOf,
  NOTICE_WAYS,
  type NoticeKind,
  type NoticeWay,
} from '../../../../../contract/people/notice-kinds.ts'
import type { NoticeChoices } from '../../../../../contract/people/notices.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { useRecord } from '../../../../lib/api/use-record.ts'
import { sendEdited, useRead } from '../../../../lib/forms/edited.ts'
import { useUnsaved } from '../../../../lib/forms/leaving.ts'
import { type DeviceState, deviceState, switchOff, switchOn } from '../../../../lib/push/device.ts'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { formTexts, noticeSettingTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { LoadedCard } from './loaded-card.tsx'

type Settings = Answer<'GET /admin/notice/settings'>

function Device({ publicKey }: { publicKey: string | null }) {
  const [state, setState] = useState<DeviceState>(deviceState)
  const on = useAction({ send: (key: string) => switchOn(key), onDone: setState })
  const off = useAction({ send: switchOff, onDone: setState })
  const failed = on.failure ?? off.failure
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{texts.device}</h3>
          <p className="text-[13px] text-ink-2" aria-live="polite">
            {publicKey === null ? texts.deviceUnavailable : texts.deviceStates[state]}
          </p>
        </div>
        {publicKey !== null && (state === 'on' || state === 'off') && (
          <Button
            variant={state === 'on' ? 'secondary' : 'primary'}
            busy={on.busy || off.busy}
            onClick={() => void (state === 'on' ? off.run() : on.run(publicKey))}
          >
            {!on.busy && !off.busy && <BellRing aria-hidden className="size-4" />}
            {state === 'on' ? texts.deviceOff : texts.deviceOn}
          </Button>
        )}
      </div>
      {failed && <Alert tone="danger">{texts.deviceFailed(failed)}</Alert>}
    </div>
  )
}

/** A line for each kind that somebody chose something about. */
const told = (choices: NoticeChoices['choices']): string =>
  Object.entries(choices)
    .map(([kind, ways]) => {
      const on = NOTICE_WAYS.filter((way) => ways?.[way]).map((way) => texts.ways[way])
      return `${texts.kinds[kind as NoticeKind]}: ${on.join(', ') || texts.nowhere}`
    })
    .join('\n')
const FIELDS = {
  choices: { label: texts.title, show: (value: unknown) => told(value as NoticeChoices['choices']) },
  details: { label: texts.details },
  campaign_mail: { label: texts.campaignMail },
}
type Props = { settings: Settings; kinds: readonly NoticeKind[]; launches: boolean }
/** @param launches whether the person may launch campaigns */
function Choices({ settings, kinds, launches }: Props) {
  const [chosen, setChosen] = useState<NoticeChoices>({
    choices: settings.choices,
    details: settings.details,
    campaign_mail: settings.campaign_mail,
  })
  const [saved, setSaved] = useState(chosen)
  useUnsaved(chosen !== saved)
  const { read, take } = useRead<NoticeChoices>(settings)
  const save = useAction({
    send: (next: NoticeChoices) =>
      sendEdited({ read, body: next, fields: FIELDS }, (body) => call('PUT /admin/notice/settings', { body })),
    changes: ['notices'],
    doneText: texts.saved,
    onDone: ({ version }, sent) => {
      setSaved(sent)
      take({ ...sent, version })
    },
  })
  const shown = NOTICE_WAYS.filter(
    (way) => way === 'in_app' || (way === 'push' ? settings.push_key !== null : settings.mail),
  )
  const waysOf = (kind: NoticeKind): Record<NoticeWay, boolean> => chosen.choices[kind] ?? DEFAULT_WAYS
  const choose = (kind: NoticeKind, way: NoticeWay, on: boolean): void =>
    setChosen({ ...chosen, choices: { ...chosen.choices, [kind]: { ...waysOf(kind), [way]: on } } })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run(chosen)
      }}
    >
      {kinds.map((kind) => (
        <fieldset key={kind} className="border-t border-line pt-3">
          <legend className="float-left w-full pb-2 font-semibold sm:w-80 sm:pr-4 sm:pb-0">{texts.kinds[kind]}</legend>
          <div className="flex max-sm:clear-left flex-wrap gap-x-4 gap-y-2">
            {shown.map((way) => (
              <Checkbox
                key={way}
                label={texts.ways[way]}
                checked={waysOf(kind)[way]}
                onChange={(event) => choose(kind, way, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {launches && settings.mail && (
        <div className="border-t border-line pt-3">
          <Checkbox
            label={texts.campaignMail}
            checked={chosen.campaign_mail !== false}
            onChange={(event) => setChosen({ ...chosen, campaign_mail: event.target.checked })}
          />
        </div>
      )}
      {settings.push_key !== null && (
        <div className="border-t border-line pt-3">
          <Checkbox
            label={texts.details}
            checked={chosen.details}
            onChange={(event) => setChosen({ ...chosen, details: event.target.checked })}
          />
        </div>
      )}
      {save.failure && <Alert tone="danger">{formTexts.error(save.failure)}</Alert>}
      <Button type="submit" busy={save.busy} className="self-start">
        {texts.save}
      </Button>
    </form>
  )
}

export default function NoticeSettings({ user }: { user: SessionUser }) {
  const { data, isError, refetch } = useRecord('notices', user.id, (signal) =>
    call('GET /admin/notice/settings', {}, { signal }),
  )
  return (
    <LoadedCard id="notifikasi" words={texts} isError={isError} retry={() => void refetch()}>
      {data ? (
        <>
          <Device publicKey={data.push_key} />
          <Choices settings={data} kinds={kindsOf(user.role)} launches={user.role === 'admin' || user.role === 'dev'} />
        </>
      ) : null}
    </LoadedCard>
  )
}
