import { CircleUser, LogOut, SquarePen } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../lib/api/http.ts'
import { leave } from '../../lib/forms/leaving.ts'
import { endSession, type SessionUser } from '../../lib/session/session.ts'
import { languageTexts, shellTexts } from '../../texts/indonesian.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { notify } from '../../ui/notify.tsx'
import { chooseLanguage, LANGUAGES } from '../choose-language.ts'
import { UserButton } from '../shell/user-button.tsx'

const choose = async (language: string): Promise<void> => {
  const chosen = LANGUAGES.find((one) => one === language)
  if (chosen && !(await chooseLanguage(chosen))) notify.info(languageTexts.offline)
}

export default function UserMenuContent({ user }: { user: SessionUser }) {
  const signOut = (): void => {
    // The server's sign-out goes out with the token; the page does not wait for it.
    void call('POST /auth/logout', {}).catch(() => undefined)
    endSession()
  }
  return (
    <Menu defaultOpen label={shellTexts.userMenu} trigger={<UserButton user={user} />}>
      <MenuLabel>
        <span className="block max-w-56 truncate font-semibold">{`${user.firstname} ${user.lastname}`}</span>
        <span className="block max-w-56 truncate text-[13px] text-ink-3">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/profile?edit=true">
          <SquarePen aria-hidden className="size-4" />
          {shellTexts.editProfile}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/profile">
          <CircleUser aria-hidden className="size-4" />
          {shellTexts.userProfile}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label={languageTexts.label}
        value={languageTexts.tag}
        choices={LANGUAGES.map((value) => ({ value, label: languageTexts.names[value], lang: value }))}
        onChoose={(value) => void choose(value)}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => void leave(signOut)}>
        <LogOut aria-hidden className="size-4" />
        {shellTexts.signOut}
      </MenuItem>
    </Menu>
  )
}
