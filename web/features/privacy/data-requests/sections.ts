// What was found, in words: the sections that the screen and the page to print both show.
import { deedOf } from '../../../lib/format/deed.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { personCame } from '../../../lib/reports/person-came.ts'
import { campaignTexts, dataRequestTexts as texts } from '../../../texts/indonesian.ts'
import type { Shown } from './collect.ts'

/** One thing that is kept: what or when, and its fields; to: an address of the person it belongs to. */
type Row = { head: string; fields: [string, string][]; to?: string }
/** note: what else is to be known of it. */
export type Section = { title: string; rows: Row[]; note: string | null }

const { fields, sections } = texts
const moment = (at: string): string => texts.wib(formatMoment(at))
const yesNo = (is: boolean): string => (is ? texts.yes : texts.no)
type Field = [string, string | null | undefined]
/** Without what is not known. */
const known = (all: readonly Field[]): [string, string][] =>
  all.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
const when = (name: string, at: string | null): Field => [name, at && moment(at)]

type Kept = NonNullable<Shown['kept']>
const cutNote = (isCut: boolean): Pick<Section, 'note'> => ({ note: isCut ? texts.cut : null })
const recipientRow = (one: NonNullable<Kept['recipient']>): Row => ({
  head: one.name,
  fields: known([
    [fields.status, texts.statuses[one.status]],
    [
      fields.consent,
      one.consent_at && [one.consent_source, one.consent_by_name, moment(one.consent_at)].filter(Boolean).join(' · '),
    ],
    [fields.grade, one.consent_grade && texts.grades[one.consent_grade]],
    [fields.suppressed, yesNo(one.suppressed)],
    [fields.inUse, yesNo(one.in_use)],
    [fields.sent, `${formatNumber(one.count_success)} · ${formatNumber(one.count_fail)}`],
    when(fields.snoozed, one.snoozed_until),
    [fields.refusedTopics, one.refused_topics.join(', ')],
    [fields.tags, one.tags.join(', ')],
    [
      fields.kept,
      Object.entries(one.fields)
        .map(([key, value]) => `${key}: ${value}`)
        .join(', '),
    ],
    when(fields.lastSent, one.last_sent),
    when(fields.lastAttempt, one.last_attempt),
    when(fields.created, one.created_at),
  ]),
})

const ofDatabase = (kept: Kept): Section[] => [
  { title: sections.recipient, rows: kept.recipient ? [recipientRow(kept.recipient)] : [], note: null },
  {
    title: sections.notes,
    note: null,
    rows: (kept.recipient?.notes ?? []).map((one) => ({
      head: one.text,
      fields: known([[fields.by, one.by_name], when('', one.date)]),
    })),
  },
  {
    title: sections.consents,
    ...cutNote(kept.cut.includes('consents')),
    rows: kept.consents.map((one) => ({
      head: texts.events[one.event] ?? one.event,
      fields: known([[fields.source, one.source], [fields.by, one.by_name], when('', one.date)]),
    })),
  },
  {
    title: sections.keywords,
    ...cutNote(kept.cut.includes('keywords')),
    rows: (kept.keywords ?? []).map((one) => ({
      head: one.programme,
      fields: known([
        [fields.status, texts.keywords[one.outcome] ?? one.outcome],
        [fields.form, one.form && [moment(one.form.date), one.form.lang, one.form.code].join(' · ')],
        when('', one.date),
      ]),
    })),
  },
  {
    title: sections.stops,
    ...cutNote(kept.cut.includes('stops')),
    rows: kept.stops.map((one) => ({
      head: texts.via[one.via] ?? one.via,
      fields: known([
        [fields.reason, texts.events[one.reason ?? ''] ?? one.reason],
        [fields.by, one.by_name],
        [fields.lid, one.lid],
        when('', one.date),
      ]),
    })),
  },
]
const ofTheRest = (kept: Kept): Section[] => [
  {
    title: sections.imports,
    ...cutNote(kept.cut.includes('imports')),
    rows: kept.imports.map((one) => ({
      head: one.file,
      fields: known([[fields.name, one.name], when('', one.date)]),
    })),
  },
  {
    title: sections.oneOffs,
    ...cutNote(kept.cut.includes('one_offs')),
    rows: kept.one_offs.map((one) => ({ head: moment(one.date), fields: known([[fields.reason, one.reason]]) })),
  },
  {
    title: sections.audit,
    ...cutNote(kept.cut.includes('audit')),
    rows: kept.audit.map((one) => ({
      head: deedOf(one.action),
      fields: known([[fields.by, one.by_name], when('', one.date)]),
    })),
  },
  {
    title: sections.erasures,
    ...cutNote(kept.cut.includes('erasures')),
    rows: kept.erasures.map((one) => ({ head: moment(one.date), fields: known([when(fields.done, one.done)]) })),
  },
  {
    title: sections.remembered,
    note: null,
    rows: kept.remembered.map((one) => ({
      head: moment(one.date),
      fields: known([when(fields.lastAttempt, one.last_attempt), [fields.misses, String(one.misses)]]),
    })),
  },
  {
    title: sections.accounts,
    ...cutNote(kept.cut.includes('accounts')),
    rows: kept.accounts.map((one) => ({
      head: one.nickname ?? one.pushname ?? one.id,
      fields: known([
        [fields.owner, one.owner],
        when(fields.created, one.created_at),
        when(fields.removed, one.removed_at),
      ]),
      to: `/member/edit?id=${encodeURIComponent(one.user_id)}`,
    })),
  },
]

type InAccount = Shown['accounts'][number]
const senderOf = (one: InAccount): Field[] => [
  [fields.sender, one.account],
  [fields.lender, one.owner],
]
const messageRows = (one: InAccount): (Row & { at: string })[] =>
  one.messages.map((message) => ({
    at: message.date,
    head: `${moment(message.date)} · ${texts.outcomes[message.outcome] ?? message.outcome}`,
    fields: known([
      ...senderOf(one),
      when(fields.delivered, message.delivered_at),
      when(fields.read, message.read_at),
      when(fields.revoked, message.revoked_at),
      [fields.oneOff, message.one_off ? texts.yes : null],
      [fields.text, message.text],
    ]),
  }))
const accountRow = (one: InAccount): Row => ({
  head: one.account ?? one.id,
  fields: known([
    [fields.lender, one.owner],
    [fields.name, one.name],
    [fields.waiting, one.waiting ? texts.yes : null],
    [fields.lid, one.lid],
    [fields.keys, one.keys > 0 ? formatNumber(one.keys) : null],
    ...one.stops.map(({ date }) => when(fields.stopped, date)),
    ...one.asked.map(({ asked, date }) => when(texts.replies[asked], date)),
    ...one.checks.map(({ registered }): Field => [fields.checked, yesNo(registered)]),
  ]),
})

/** In the order of the page; those without rows say so. */
export const sectionsOf = (shown: Omit<Shown, 'silent'>): Section[] => {
  const { kept } = shown
  if (!kept) return []
  return [
    ...ofDatabase(kept),
    {
      title: sections.messages,
      ...cutNote(shown.accounts.some((one) => one.cut)),
      rows: shown.accounts.flatMap(messageRows).toSorted((a, b) => b.at.localeCompare(a.at)),
    },
    {
      title: sections.campaigns,
      note: null,
      rows: shown.campaigns.toReversed().map((one) => ({
        head: one.name,
        fields: known([
          [fields.status, campaignTexts.personStates[one.state]],
          // of whom it was not sent to there is none
          when('', one.state === 'waiting' || one.state === 'held' ? null : one.at),
          [fields.template, one.template_name],
          [fields.came, one.came.length > 0 ? personCame(one) : null],
        ]),
      })),
    },
    { title: sections.inAccounts, rows: shown.accounts.map(accountRow), note: null },
    {
      title: sections.files,
      note: null,
      rows: shown.files.map((one) => ({
        head: texts.kinds[one.kind] ?? one.kind,
        fields: known([
          [fields.check, one.check],
          [fields.name, one.name],
          [fields.checked, one.registered === null ? null : yesNo(one.registered)],
        ]),
      })),
    },
    ...ofTheRest(kept),
  ]
}
