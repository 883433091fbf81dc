// One condition: what it asks, its fields, and its end.
import { X } from 'lucide-react'
import { useId } from 'react'
import { GRADE_NAMES } from '../../../../../contract/ground/consent-grades.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import { FIELD_VALUE_MAX } from '../../../../../contract/recipients/plain-value.ts'
import { SOURCE_MAX } from '../../../../../contract/recipients/consent-source.ts'
import { type Condition, FIELD_HOWS } from '../../../../../contract/recipients/segments.ts'
import { TOPIC_MAX } from '../../../../../contract/recipients/topics.ts'
import { useFields } from '../../../../lib/fields/api.ts'
import { useTags } from '../../../../lib/tags/api.ts'
import { phoneTexts, segmentTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import { useKnownSources } from '../api.ts'
import { type Kind, KINDS, newCondition } from '../rule-rules.ts'
import { CameField, CampaignField } from './campaign-fields.tsx'
import { Choice } from './choice.tsx'
import { Whole } from './whole.tsx'

type Props<K extends Kind = Kind> = { one: Extract<Condition, { is: K }>; put: (next: Condition) => void }
const { fields } = texts

function TagField({ one, put }: Props<'tag'>) {
  const tags = useTags().data?.data ?? []
  return (
    <Select
      aria-label={fields.tag}
      value={one.tag}
      onChange={({ target }) => put({ is: 'tag', tag: Number(target.value) })}
    >
      <option value={0}>{fields.chooseTag}</option>
      {tags.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
function ExtraField({ one, put }: Props<'field'>) {
  const known = useFields().data?.fields
  const isGone = known !== undefined && one.field !== '' && known.every(({ key }) => key !== one.field)
  return (
    <div className="flex min-w-0 flex-wrap gap-2 *:min-w-36 *:flex-1">
      <Select
        aria-label={fields.field}
        value={one.field}
        onChange={({ target }) => put({ ...one, field: target.value })}
      >
        <option value="">{fields.chooseField}</option>
        {isGone && <option value={one.field}>{fields.fieldGone(one.field)}</option>}
        {(known ?? []).map(({ key, name }) => (
          <option key={key} value={key}>
            {fields.fieldNamed(name, key)}
          </option>
        ))}
      </Select>
      <Choice
        label={fields.how}
        value={one.how}
        values={FIELD_HOWS}
        words={fields.hows}
        onChoose={(how) => put({ ...one, how, ...(how === 'none' ? { value: '' } : {}) })}
      />
      {one.how !== 'none' && (
        <Input
          aria-label={fields.value}
          value={one.value}
          maxLength={FIELD_VALUE_MAX}
          onChange={({ target }) => put({ ...one, value: target.value })}
        />
      )}
    </div>
  )
}
/** Words that are known are offered; others may be typed. */
function Offered(props: {
  label: string
  value: string
  known: readonly string[]
  max: number
  onType: (value: string) => void
}) {
  const { label, value, known, max, onType } = props
  const id = useId()
  return (
    <>
      <Input
        aria-label={label}
        list={id}
        value={value}
        maxLength={max}
        onChange={({ target }) => onType(target.value)}
      />
      <datalist id={id}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
function SourceField({ one, put }: Props<'source'>) {
  const known = useKnownSources().data?.sources ?? []
  const label = fields.source
  return (
    <Offered
      label={label}
      value={one.source}
      known={known}
      max={SOURCE_MAX}
      onType={(source) => put({ ...one, source })}
    />
  )
}
function TopicField({ one, put }: Props<'agreed_topic' | 'refuses'>) {
  const known = useKnownSources().data?.topics ?? []
  return (
    <div className="grid min-w-0 gap-1">
      <Offered
        label={fields.topic}
        value={one.topic}
        known={known}
        max={TOPIC_MAX}
        onType={(topic) => put({ ...one, topic })}
      />
      {one.is === 'agreed_topic' && <p className="text-[13px] text-ink-2">{fields.topicAgreed}</p>}
    </div>
  )
}
const WHEN = ['within', 'before'] as const
function DaysField({ one, put }: Props<'agreed' | 'written'>) {
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2 *:min-w-36 *:flex-1">
      <Choice
        label={fields.when}
        value={one.when}
        values={WHEN}
        words={fields.whens}
        onChoose={(when) => put({ ...one, when })}
      />
      <Whole
        label={fields.days}
        value={one.days}
        range={RANGES.segmentDays}
        after={fields.daysAfter}
        onType={(days) => put({ ...one, days })}
      />
    </div>
  )
}
const AT = ['least', 'most'] as const
function FieldsOf({ one, put }: Props) {
  switch (one.is) {
    case 'tag':
      return <TagField one={one} put={put} />
    case 'field':
      return <ExtraField one={one} put={put} />
    case 'source':
      return <SourceField one={one} put={put} />
    case 'grade':
      return (
        <Choice
          label={fields.grade}
          value={one.grade}
          values={GRADE_NAMES}
          words={phoneTexts.filters.grade.values}
          onChoose={(grade) => put({ is: 'grade', grade })}
        />
      )
    case 'agreed':
    case 'written':
      return <DaysField one={one} put={put} />
    case 'sent':
      return (
        <div className="flex min-w-0 flex-wrap items-start gap-2 *:min-w-36 *:flex-1">
          <Choice
            label={fields.at}
            value={one.at}
            values={AT}
            words={fields.ats}
            onChoose={(at) => put({ ...one, at })}
          />
          <Whole
            label={fields.times}
            value={one.times}
            range={RANGES.segmentTimes}
            after={fields.timesAfter}
            onType={(times) => put({ ...one, times })}
          />
        </div>
      )
    case 'campaign':
      return <CampaignField one={one} put={put} />
    case 'number':
      return (
        <Input
          aria-label={fields.prefix}
          placeholder="0812"
          inputMode="tel"
          value={one.prefix}
          maxLength={20}
          onChange={({ target }) => put({ is: 'number', prefix: target.value })}
        />
      )
    case 'name':
      return (
        <Input
          aria-label={fields.words}
          value={one.words}
          maxLength={120}
          onChange={({ target }) => put({ is: 'name', words: target.value })}
        />
      )
    case 'agreed_topic':
    case 'refuses':
      return <TopicField one={one} put={put} />
    case 'came':
      return <CameField one={one} put={put} />
    default:
      return null
  }
}

export function ConditionRow({ one, put, remove }: Props & { remove: () => void }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[13rem_minmax(0,1fr)_auto]">
      <Select
        aria-label={fields.what}
        value={one.is}
        onChange={({ target }) => put(newCondition(target.value as Kind))}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </Select>
      <div className="order-last col-span-2 min-w-0 sm:order-none sm:col-span-1">
        <FieldsOf one={one} put={put} />
      </div>
      <Button
        size="icon"
        variant="ghost"
        aria-label={texts.removeCondition}
        title={texts.removeCondition}
        onClick={remove}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
