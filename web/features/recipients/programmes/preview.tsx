// What people will read of an invitation, as it is typed: its page, and the answer to whoever joins (rules joining-page, opt-in-message).
import { JOIN_TEXTS } from '../../../../contract/recipients/join-texts.ts'
import { OPT_IN_ANSWER } from '../../../../contract/sending/account-texts.ts'
import { TextBubble } from '../../../lib/message/message-bubble.tsx'
import { programmeTexts as texts } from '../../../texts/indonesian.ts'

type Typed = Record<'title' | 'what' | 'frequency' | 'by_whom' | 'topic' | 'privacy' | 'privacy_version', string>

export function ProgrammePreview({ programme: { title, ...said } }: { programme: Typed }) {
  if (title.trim() === '' && said.what.trim() === '') return null
  // Both are in the language of those who are invited, whichever this office works in.
  const page = JOIN_TEXTS.id
  const facts = [
    [page.what, said.what],
    [page.frequency, said.frequency],
    [page.byWhom, said.by_whom],
    [page.topic, said.topic],
    [page.privacy(said.privacy_version), said.privacy],
  ] as const
  return (
    <>
      <figure aria-label={texts.pagePreview} className="min-w-0 rounded-xl bg-surface-2 p-4">
        <figcaption className="mb-2 text-[13px] text-ink-2">{texts.pagePreview}</figcaption>
        <div lang="id" className="rounded-lg bg-surface p-4 wrap-anywhere shadow-card">
          <p className="text-base font-semibold">{title}</p>
          <p className="mt-1 text-[13px]">{page.lead}</p>
          <dl className="mt-3 flex flex-col gap-2">
            {facts
              .filter(([, text]) => text.trim() !== '')
              .map(([name, text]) => (
                <div key={name}>
                  <dt className="text-xs text-ink-2">{name}</dt>
                  <dd className="whitespace-pre-wrap">{text}</dd>
                </div>
              ))}
          </dl>
        </div>
      </figure>
      {title.trim() !== '' && (
        <figure aria-label={texts.answerPreview} className="min-w-0 rounded-xl bg-surface-2 p-4">
          <figcaption className="mb-2 text-[13px] text-ink-2">{texts.answerPreview}</figcaption>
          <div lang="id">
            <TextBubble text={OPT_IN_ANSWER(title.trim())} />
          </div>
        </figure>
      )}
    </>
  )
}
