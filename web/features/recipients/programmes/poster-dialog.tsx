// The address of a joining page, and its poster (rule joining-page).
import { useQuery } from '@tanstack/react-query'
import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import type { RowOf } from '../../../lib/api/use-paged.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { common, programmeTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { drawPoster, pdfOf, pngOf } from './poster.ts'

type Programme = RowOf<'GET /admin/programme/list-per-page'>
type Props = { programme: Programme; onClose: () => void }

/** Inside of the dialog, which mounts what it holds after its own first effect. */
function Sheet({ programme, origin }: Pick<Props, 'programme'> & { origin: string }) {
  const { id, title, what, frequency, by_whom, keyword } = programme
  const address = `${origin}/ikut/${id}`
  const code = useRef<HTMLCanvasElement>(null)
  const sheet = useRef<HTMLCanvasElement>(null)
  const [made, setMade] = useState<'png' | 'pdf' | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { lead, stop } = texts.poster
  useEffect(() => {
    const short = address.replace(/^https?:\/\//, '')
    const said = { title, what, from: `${texts.byWhom(by_whom)} · ${frequency}`, address: short, keyword, lead, stop }
    if (sheet.current && code.current) drawPoster(sheet.current, code.current, said)
  }, [title, what, frequency, by_whom, address, keyword, lead, stop])

  const save = async (kind: 'png' | 'pdf'): Promise<void> => {
    if (!sheet.current || made) return
    setMade(kind)
    setFailed(false)
    try {
      saveFile(kind === 'png' ? await pngOf(sheet.current) : await pdfOf(sheet.current, title), `ajakan-${id}.${kind}`)
    } catch {
      setFailed(true)
    }
    setMade(null)
  }
  const copy = (): void =>
    void navigator.clipboard.writeText(address).then(
      () => notify.success(texts.poster.copied),
      () => notify.error(texts.poster.copyFailed),
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <a href={address} target="_blank" rel="noreferrer" className="min-w-0 flex-1 break-all underline">
          {address}
        </a>
        <Button size="sm" variant="secondary" onClick={copy}>
          {texts.poster.copy}
        </Button>
      </div>
      <QRCodeCanvas ref={code} value={address} level="M" size={860} marginSize={4} hidden />
      <canvas
        ref={sheet}
        role="img"
        aria-label={texts.poster.alt(title)}
        className="mx-auto w-full max-w-56 rounded-lg border border-line"
      />
      {hasFailed && <Alert tone="danger">{texts.poster.failed}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button busy={made === 'pdf'} onClick={() => void save('pdf')}>
          {texts.poster.pdf}
        </Button>
        <Button variant="secondary" busy={made === 'png'} onClick={() => void save('png')}>
          {texts.poster.png}
        </Button>
      </div>
    </div>
  )
}

/** What is printed stays on walls: the address is the one that people reach, not the one that this browser happens to have open. */
function Made({ programme }: Pick<Props, 'programme'>) {
  const { data, isError } = useQuery({
    queryKey: keys.sums('programmes', 'place'),
    queryFn: ({ signal }) => call('GET /admin/programme/place', {}, { signal }),
  })
  if (!data) return isError ? <Alert tone="danger">{texts.poster.failed}</Alert> : <Skeleton className="h-80 w-full" />
  return (
    <>
      {!data.leads && <Alert tone="warning">{texts.poster.nobody}</Alert>}
      <Sheet programme={programme} origin={data.origin} />
    </>
  )
}

export default function PosterDialog({ programme, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={texts.poster.title} description={texts.poster.note} closeLabel={common.close}>
      <div className="flex flex-col gap-4">
        <Made programme={programme} />
      </div>
    </Dialog>
  )
}
