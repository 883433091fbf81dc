// One button for each file; it turns while its file is being downloaded.
import { Download } from 'lucide-react'
import { Button } from './button.tsx'

type Props = { files: readonly { label: string; name: string }[]; busy: string | null; onSave: (name: string) => void }

export function ExportButtons({ files, busy, onSave }: Props) {
  return files.map(({ label, name }) => (
    <Button key={name} variant="secondary" size="sm" busy={busy === name} onClick={() => onSave(name)}>
      {busy !== name && <Download aria-hidden className="size-4" />}
      {label}
    </Button>
  ))
}
