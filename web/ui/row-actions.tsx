// The edit and delete buttons of one row; while it is being deleted neither can be used.
import { SquarePen, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from './button.tsx'
import { rowAct } from './row-act.ts'

type Props = {
  /** The thing that is edited or deleted, for screen readers. */
  subject: string
  editTo?: string
  deleting: boolean
  onDelete: () => void
  words: { edit: string; remove: string; removing: string }
}

export function RowActions({ subject, editTo, deleting, onDelete, words }: Props) {
  return (
    <div className="flex items-center gap-1.5">
      {editTo && !deleting && (
        <Link
          to={editTo}
          {...rowAct('edit')}
          aria-label={`${words.edit} ${subject}`}
          className={buttonClass('secondary', 'sm')}
        >
          <SquarePen aria-hidden className="size-4" />
          {words.edit}
        </Link>
      )}
      <Button
        variant="ghost"
        size="sm"
        busy={deleting}
        {...rowAct('remove')}
        aria-label={deleting ? words.removing : `${words.remove} ${subject}`}
        onClick={onDelete}
        className="text-danger-text!"
      >
        {!deleting && <Trash2 aria-hidden className="size-4" />}
        {deleting ? words.removing : words.remove}
      </Button>
    </div>
  )
}
