// What was found about a number, to read, to hand over and to erase (rules data-request, erasure).
import { Download, Eraser, FileText, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { saveFile } from '../../../../lib/browser/save-file.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { call } from '../../../../lib/api/http.ts'
import { common, dataRequestTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { forPerson, type Shown } from '../collect.ts'
import { pageFile } from '../page-file.ts'
import { type Section, sectionsOf } from '../sections.ts'

/** So many rows of a part stand open; the rest by and by, because a part may have thousands. */
const FIRST = 5
const STEP = 50

function Part({ title, rows, note }: Section) {
  const [shown, setShown] = useState(FIRST)
  const rest = rows.length - shown
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {note !== null && <p className="mt-1 text-[13px] text-ink-2">{note}</p>}
      <ul className="mt-2 flex flex-col gap-3">
        {rows.slice(0, shown).map(({ head, fields, to }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report does not change
          <li key={index} className="rounded-lg bg-surface-2 px-3 py-2">
            <p className="font-semibold">{head}</p>
            <dl className="mt-1 flex flex-col gap-0.5 text-[13px]">
              {fields.map(([name, value]) => (
                <div key={name + value} className="flex flex-wrap gap-x-2">
                  {name !== '' && <dt className="text-ink-2">{name}</dt>}
                  <dd className="min-w-0 whitespace-pre-wrap">{value}</dd>
                </div>
              ))}
            </dl>
            {to !== undefined && (
              <Link to={to} className="text-[13px] text-accent-text underline">
                {texts.person}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setShown(shown + STEP)}>
          {texts.more(formatNumber(Math.min(rest, STEP)), formatNumber(rest))}
        </Button>
      )}
    </section>
  )
}

function Erase({ shown, onErased }: { shown: Shown; onErased: () => void }) {
  const [asking, setAsking] = useState(false)
  const { number, reference } = shown
  const erase = useAction({
    send: () => call('POST /admin/consent/erase', { body: { number, reference } }, { fallback: texts.eraseFailed }),
    changes: ['phone-numbers', 'suppressions', 'audit'],
    doneText: texts.erased,
    onDone: onErased,
  })
  return (
    <>
      <Button variant="danger" size="sm" busy={erase.busy} onClick={() => setAsking(true)}>
        {!erase.busy && <Eraser aria-hidden className="size-4" />}
        {erase.busy ? texts.erasing : texts.erase}
      </Button>
      {erase.failure && <Alert tone="danger">{erase.failure}</Alert>}
      {asking && (
        <Confirm
          title={texts.eraseTitle}
          confirmLabel={texts.eraseYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void erase.run()}
          onClose={() => setAsking(false)}
        >
          <p>{texts.eraseText(number)}</p>
          <p className="mt-2">{texts.eraseStays}</p>
          {(shown.kept?.accounts.length ?? 0) > 0 && <p className="mt-2">{texts.eraseAccounts}</p>}
        </Confirm>
      )}
    </>
  )
}

export function Report({ shown, onErased }: { shown: Shown; onErased: () => void }) {
  const { number, reference, kept } = shown
  const sections = sectionsOf(shown)
  const filled = sections.filter(({ rows }) => rows.length > 0)
  const empty = sections.filter(({ rows }) => rows.length === 0)
  const name = texts.fileName(number)
  const notes = sections.flatMap(({ title, note }) => (note === null ? [] : [`${title}: ${note}`]))
  const json = (): Blob =>
    new Blob([JSON.stringify({ ...forPerson(shown), notes }, null, 2)], { type: 'application/json' })
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5 wrap-anywhere sm:p-6" aria-label={texts.of(number)}>
      <div>
        <h2 className="text-base font-semibold tabular-nums">{texts.of(number)}</h2>
        <p className="mt-1 text-[13px] text-ink-2">{texts.at(formatMoment(shown.date), reference)}</p>
      </div>
      {shown.silent.length > 0 && <Alert tone="warning">{texts.silent(shown.silent.join(', '))}</Alert>}
      {filled.length === 0 && <Alert tone="info">{texts.nothing}</Alert>}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => saveFile(json(), `${name}.json`)}>
          <Download aria-hidden className="size-4" />
          {texts.json}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => saveFile(pageFile(forPerson(shown)), `${name}.html`)}>
          <FileText aria-hidden className="size-4" />
          {texts.page}
        </Button>
        {kept?.recipient && (
          <Link to={`/phonenumber/edit?id=${kept.recipient.id}`} className={buttonClass('secondary', 'sm')}>
            <Pencil aria-hidden className="size-4" />
            {texts.edit}
          </Link>
        )}
        <Erase shown={shown} onErased={onErased} />
      </div>
      {filled.map((section) => (
        <Part key={section.title} {...section} />
      ))}
      {empty.length > 0 && (
        <section aria-label={texts.noneOf} className="border-t border-line pt-4">
          <h3 className="font-semibold">{texts.noneOf}</h3>
          <p className="mt-1 text-[13px] text-ink-2">{empty.map(({ title }) => title).join(' · ')}</p>
        </section>
      )}
    </Card>
  )
}
