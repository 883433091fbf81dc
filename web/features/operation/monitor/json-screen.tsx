// A monitor's answer as JSON, in the format of the query's `type`; each viewer's code is loaded when it is chosen.
import { Copy } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../lib/api/http.ts'
import { common, monitorTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ListSkeleton } from '../../../ui/list-states.tsx'
import { notify } from '../../../ui/notify.tsx'
import { part } from '../../../ui/part.tsx'
import { SyncButton } from '../../../ui/sync-button.tsx'
import { useView, type View } from './api.ts'
import { FORMATS, type Format, formatOf } from './formats.ts'
import { MonitorFrame, tabClass } from './frame.tsx'

const SHOWS = {
  string: part(() => import('./parts/json-text.tsx')),
  JsonViewer: part(() => import('./parts/json-viewer.tsx')),
  JSONTree: part(() => import('./parts/json-tree.tsx')),
} as const satisfies Record<Format, unknown>

function FormatChoice({ format, onChoose }: { format: Format; onChoose: (format: Format) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.formats}</legend>
      {FORMATS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === format}
          onClick={() => onChoose(one)}
          className={tabClass(one === format)}
        >
          {texts.format[one]}
        </button>
      ))}
    </fieldset>
  )
}

export function JsonScreen({ view }: { view: View }) {
  const [params, setParams] = useSearchParams()
  const id = params.get('id') ?? ''
  const format = formatOf(params.get('type'))
  const [follows, setFollows] = useState(true)
  const { data, error, isFetching, refetch, isPlaceholderData } = useView(view, id, follows)
  const Show = SHOWS[format]
  const shown = isPlaceholderData ? undefined : data
  const copy = (): void =>
    void navigator.clipboard.writeText(JSON.stringify(shown, null, 2)).then(
      () => notify.success(texts.copied),
      () => notify.error(texts.copyFailed),
    )
  const choose = (next: Format): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('type', next)
        return after
      },
      { replace: true },
    )
  return (
    <MonitorFrame
      screen={view}
      head={
        <>
          <Checkbox checked={follows} onChange={({ target }) => setFollows(target.checked)} label={texts.auto} />
          <Button variant="secondary" size="sm" disabled={!shown} onClick={copy}>
            <Copy aria-hidden className="size-4" />
            {texts.copy}
          </Button>
          <SyncButton
            label={texts.refresh}
            busyLabel={texts.refreshing}
            busy={isFetching && !follows}
            onSync={() => void refetch()}
          />
        </>
      }
      tools={<FormatChoice format={format} onChoose={choose} />}
    >
      {(error || shown === null) && (
        <div className="p-4">
          <Alert tone={error ? 'danger' : 'warning'}>{error ? errorText(error) : texts.missing}</Alert>
        </div>
      )}
      {shown === undefined && !error && <ListSkeleton label={common.loading} />}
      {shown && (
        // Folded under what one came for, until a format was chosen; the whole fleet has no sentence, and is not folded.
        <details open={id === '' || params.has('type')}>
          <summary className="px-4 py-3 font-semibold">{texts.fold}</summary>
          <Suspense fallback={<ListSkeleton label={common.loading} />}>
            <Show data={shown} />
          </Suspense>
        </details>
      )}
    </MonitorFrame>
  )
}
