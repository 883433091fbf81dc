// Tools beside the head of a list: add a row, fetch the list again, save it as a file.
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { listTexts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { SyncButton } from '../../ui/sync-button.tsx'
import { type ExportRoute, type Shown, useExport } from './use-export.ts'
import { useSync } from './use-rows.ts'

/** @param isMain false: the screen's main button stands elsewhere */
export function AddLink({
  to,
  label = listTexts.add,
  isMain = true,
}: {
  to: string
  label?: string
  isMain?: boolean
}) {
  return (
    <Link to={to} className={buttonClass(isMain ? 'primary' : 'secondary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {label}
    </Link>
  )
}

/** @param worded shows a word beside the arrow */
export function Sync({ onSync, worded = false }: { onSync: () => Promise<unknown>; worded?: boolean }) {
  const { syncing, sync } = useSync(onSync)
  return (
    <SyncButton label={listTexts.sync} busyLabel={listTexts.syncing} busy={syncing} onSync={sync} worded={worded} />
  )
}

type ExportsProps<R extends ExportRoute> = {
  route: R
  shown: Shown<R>
  /** File names with their extensions, .csv or .json. */
  files: readonly string[]
  /** Text when there is nothing to save. */
  nothing: string
}
export function Exports<R extends ExportRoute>({ route, shown, files, nothing }: ExportsProps<R>) {
  const { busy, save } = useExport(route, shown, nothing)
  const labelOf = (name: string): string => (name.endsWith('.json') ? listTexts.exportJson : listTexts.exportCsv)
  return <ExportButtons files={files.map((name) => ({ name, label: labelOf(name) }))} busy={busy} onSave={save} />
}
