// Before it is sent: how many get it and who not, how long it takes, what the first of them read (rule one-off-preview).
import type { OneOffPreview } from '../../../../../contract/sending/one-off.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { formatNumber, formatWhen } from '../../../../lib/format/format.ts'
import { MessageBubble } from '../../../../lib/message/message-bubble.tsx'
import { common, fromServer, oneOffTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

const { check: texts } = oneOffTexts
const whenOf = (iso: string): string => formatWhen(iso, serverNow())

function Figures({ preview }: { preview: OneOffPreview }) {
  const { count, isMore, startsAt, endsAt, days, interval, window, dailyCap, sentToday } = preview
  return (
    <div className="flex flex-col gap-1">
      <p className="text-base font-semibold">
        {count === 0 ? texts.nobody : (isMore ? texts.countMore : texts.count)(formatNumber(count))}
      </p>
      {count > 0 && (
        <p className="font-semibold">
          {startsAt
            ? `${texts.from(whenOf(startsAt))}${endsAt ? `, ${texts.until(whenOf(endsAt))}` : '.'}`
            : texts.never}
          {days > 1 && ` ${texts.days(formatNumber(days))}`}
        </p>
      )}
      <p className="text-[13px] text-ink-2">{texts.pace(formatNumber(interval), window.start, window.end)}</p>
      <p className="text-[13px] text-ink-2">{texts.cap(formatNumber(sentToday), formatNumber(dailyCap))}</p>
    </div>
  )
}
function Skipped({ skipped }: Pick<OneOffPreview, 'skipped'>) {
  if (skipped.length === 0) return null
  return (
    <section aria-label={texts.skipped} className="text-[13px] text-ink-2">
      <h3 className="font-semibold text-ink">{texts.skipped}</h3>
      <ul>
        {skipped.map(({ reason, text, count }) => (
          <li key={reason}>{texts.skippedOf(formatNumber(count), fromServer(text))}</li>
        ))}
      </ul>
    </section>
  )
}
type Props = { preview: OneOffPreview; busy: boolean; failure: string | null; onSend: () => void; onClose: () => void }
export default function CheckDialog({ preview, busy, failure, onSend, onClose }: Props) {
  const { held, samples, message } = preview
  const media = message.media === null ? null : { source: message.media, name: message.media }
  return (
    <Dialog open onClose={onClose} title={texts.title} closeLabel={common.close}>
      <div className="flex flex-col gap-4">
        <Figures preview={preview} />
        {held && <Alert tone="warning">{texts.held(held.by, held.reason)}</Alert>}
        <Skipped skipped={preview.skipped} />
        {samples.length > 0 && (
          <section aria-label={texts.samples} className="flex flex-col gap-3">
            <h3 className="text-[13px] font-semibold">{texts.samples}</h3>
            {samples.map((person) => (
              <figure key={person.number} className="rounded-xl bg-surface-2 p-4">
                <figcaption className="mb-2 text-[13px] text-ink-2 tabular-nums">
                  {texts.sampleFor(person.name, person.number)}
                </figcaption>
                <MessageBubble
                  textWa={message.text_wa}
                  buttons={message.button}
                  media={media}
                  person={{ name: person.name, phoneNumber: person.number }}
                  fields={person.fields}
                />
              </figure>
            ))}
          </section>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button busy={busy} disabled={preview.count === 0} onClick={onSend}>
            {busy ? oneOffTexts.submitting : texts.yes}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
