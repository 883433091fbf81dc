// Which versions run, and when the place was last released, backed up and drilled.
import type { ReactNode } from 'react'
import type { Status } from '../../../../../contract/operation/status.ts'
import { BACKUP_LATE_MS, DRILL_LATE_MS, SECOND_LATE_MS } from '../../../../../contract/operation/troubles.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatLasted } from '../../../../lib/format/lasted.ts'

/** As the build wrote it into the document. */
const pageVersion = (): string => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? ''
/** `npm start` builds the page once for several versions of the server. */
const LOCAL = 'local'

function Fact({ label, children, warning }: { label: string; children: ReactNode; warning?: string | false }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-2">{label}</dt>
      <dd className="mt-0.5 font-semibold break-words tabular-nums">
        {children}
        {warning && <p className="mt-0.5 text-[13px] font-normal text-warning-text">{warning}</p>}
      </dd>
    </div>
  )
}

function Moment({
  label,
  at,
  now,
  late,
  more,
}: {
  label: string
  at: string | null
  now: number
  late: [number, string] | null
  more?: string | false
}) {
  const ageMs = at === null ? null : Math.max(0, now - Date.parse(at))
  const isLate = late !== null && (ageMs === null || ageMs > late[0])
  return (
    <Fact label={label} warning={isLate && late[1]}>
      {at === null || ageMs === null ? texts.never : texts.ago(formatMoment(at), formatLasted(ageMs))}
      {more && <p className="mt-0.5 text-[13px] font-normal text-ink-2">{more}</p>}
    </Fact>
  )
}

function Runners({ runners }: Pick<Status, 'runners'>) {
  if (runners === null) return texts.noAnswer
  if (runners.length === 0) return texts.noRunner
  return (
    <ul>
      {runners.map(({ name, version, accounts }) => (
        <li key={name}>{texts.runnerLine(name, version ?? texts.unknownVersion, formatNumber(accounts))}</li>
      ))}
    </ul>
  )
}

function Objects({ objects, version }: { objects: NonNullable<Status['objects']>; version: string }) {
  const isMixed = objects.some((one) => one.version !== version)
  return (
    <Fact label={texts.objects} warning={isMixed && texts.objectsOther}>
      <ul>
        {objects.map((one) => (
          <li key={one.version}>{texts.objectsLine(one.version, formatNumber(one.accounts))}</li>
        ))}
      </ul>
    </Fact>
  )
}

export function Facts({ status }: { status: Status }) {
  const { now } = status
  const page = pageVersion()
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-3 text-base font-semibold">
        {texts.facts}
      </h2>
      <Card className="p-5 sm:p-6">
        <dl className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Fact label={texts.worker}>{status.version}</Fact>
          <Fact label={texts.page} warning={page !== LOCAL && page !== status.version && texts.otherVersion}>
            {page}
          </Fact>
          <Fact label={texts.runners}>
            <Runners runners={status.runners} />
          </Fact>
          {status.objects && status.objects.length > 0 && <Objects objects={status.objects} version={status.version} />}
          <Moment label={texts.released} at={status.released} now={now} late={null} />
          <Moment label={texts.backedUp} at={status.backedUp} now={now} late={[BACKUP_LATE_MS, texts.backupLate]} />
          {status.secondPlace && (
            <Moment
              label={texts.secondPlace}
              at={status.secondPlace.at}
              now={now}
              late={[SECOND_LATE_MS, texts.secondPlaceLate]}
            />
          )}
          <Moment
            label={texts.drilled}
            at={status.drilled}
            now={now}
            late={[DRILL_LATE_MS, texts.drillLate]}
            more={typeof status.drillTookMs === 'number' && texts.drillTook(formatLasted(status.drillTookMs))}
          />
        </dl>
      </Card>
    </section>
  )
}
