// What somebody reads who has no value of a field, as its fallback is typed: in an active template that asks for it, else in a line of its own.
import { useQuery } from '@tanstack/react-query'
import type { FieldRow } from '../../../../../contract/recipients/fields.ts'
import { fieldsIn } from '../../../../../contract/sending/message-text.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { fallbacksOf, useFields } from '../../../../lib/fields/api.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { fieldTexts as texts } from '../../../../texts/indonesian.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

export default function FallbackPreview({ field }: { field: FieldRow }) {
  const fields = useFields().data?.fields ?? []
  const { data, isPending } = useQuery({
    queryKey: keys.choices('templates', field.key),
    queryFn: ({ signal }) =>
      call('GET /admin/message/list-per-page', { query: { page: 1, limit: 20, search: field.key } }, { signal }),
  })
  if (isPending) return <Skeleton className="h-24 max-w-80" />
  const asking = data?.data.find(
    ({ status, text_wa }) => status === 'active' && fieldsIn(text_wa, [field.key]).length > 0,
  )
  return (
    <MessageFigure
      label={asking ? texts.previewOf(field.key) : texts.previewBare(field.key)}
      template={asking ?? { text_wa: texts.previewText(field.key), button: [], media: null }}
      fields={{ ...fallbacksOf(fields), ...fallbacksOf([field]) }}
      className="p-3"
    >
      <figcaption className="mt-2 text-[13px] text-ink-2">
        {asking ? texts.previewOf(field.key) : texts.previewBare(field.key)}
      </figcaption>
    </MessageFigure>
  )
}
