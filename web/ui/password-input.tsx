// A password box whose text can be shown.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from './input.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

export function PasswordInput({ showLabel, hideLabel, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? hideLabel : showLabel}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-ink-3 hover:text-ink"
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
