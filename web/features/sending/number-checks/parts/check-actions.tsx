// The actions on a job: start or stop it, download its results, edit it, delete it.
import { Download, SquarePen, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useLasts } from '../../../../lib/browser/use-lasts.ts'
import { checkTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../../../ui/menu.tsx'
import { isPreparing } from '../api.ts'
import type { Live } from '../apply-check-events.ts'
import { nameOf } from '../names.ts'

export type CheckAct = 'toggle' | 'download' | 'remove'
type Props = { row: Live; deleting: boolean; downloading: boolean; onAct: (act: CheckAct) => void }

/** By then the server has taken the stop, or the button says that nobody knows: what is left is the query in flight. */
const STOPPING_MS = 15_000
function Toggle({ row, onAct }: Pick<Props, 'row' | 'onAct'>) {
  const works = row.status === 'sending'
  const stopping = useLasts(row.requestedStatus === 'idle', STOPPING_MS) ? texts.stopsSoon : texts.stopping
  if ((row.phase === 'finished' && !works) || isPreparing(row)) return null
  const label =
    row.requestedStatus === 'sending'
      ? texts.starting
      : row.requestedStatus === 'idle'
        ? stopping
        : works
          ? texts.stop
          : texts.start
  return (
    <Button
      size="sm"
      variant={works ? 'secondary' : 'primary'}
      busy={row.requestedStatus !== null}
      aria-label={texts.of(label, nameOf(row))}
      onClick={() => onAct('toggle')}
      className="min-w-20"
    >
      {label}
    </Button>
  )
}

export function CheckActions({ row, deleting, downloading, onAct }: Props) {
  const go = useNavigate()
  const name = nameOf(row)
  const edit = `/${row.kind}/create?id=${encodeURIComponent(row.id)}`
  if (deleting)
    return (
      <Button variant="ghost" size="sm" busy className="text-danger-text!">
        {texts.removing}
      </Button>
    )
  return (
    <div className="flex w-full items-center justify-end gap-1.5 max-lg:justify-between">
      <Toggle row={row} onAct={onAct} />
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          variant="secondary"
          busy={downloading}
          aria-label={texts.of(texts.download, name)}
          onClick={() => onAct('download')}
        >
          {!downloading && <Download aria-hidden className="size-4" />}
          {texts.download}
        </Button>
        <MoreMenu label={texts.more(name)} keys={{ edit: () => void go(edit), remove: () => onAct('remove') }}>
          <MenuItem asChild>
            <Link to={edit}>
              <SquarePen aria-hidden className="size-4" />
              {texts.edit}
            </Link>
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => onAct('remove')}>
            <Trash2 aria-hidden className="size-4" />
            {texts.remove}
          </MenuItem>
        </MoreMenu>
      </div>
    </div>
  )
}
