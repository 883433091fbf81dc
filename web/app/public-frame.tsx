// Around the screens that need no sign-in.
import { Outlet } from 'react-router'
import { TakeOver } from '../first-paint/take-over.ts'
import { ScreenFocus } from '../lib/browser/screen-focus.ts'
import { LanguageSwitch } from './shell/language-switch.tsx'
import { LineStrip } from './shell/line-strip.tsx'
import { SandboxBanner } from './shell/sandbox-banner.tsx'

export function PublicFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SandboxBanner />
      <LineStrip />
      <Outlet />
      <TakeOver />
      <ScreenFocus />
      <footer>
        <LanguageSwitch />
      </footer>
    </div>
  )
}
