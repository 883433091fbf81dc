// Every screen, read in the look in which it is mostly seen; tests/long-browser/screens.test.ts reads it in the other one.
import { expect, test } from 'vitest'
import { WEB_ROUTES } from '../../contract/people/role-table.ts'
import { SCREENS } from '../../scripts/screenshots/screens.ts'
import { lookAtScreens, usualLook } from '../support/screens.ts'

test('every address of the contract is among the screens', () => {
  const shown = new Set(
    SCREENS.filter(({ filled }) => !filled)
      .flatMap(({ path, opens }) => [path, opens ?? path])
      .map((path) => path.split('?')[0]),
  )
  // a page of the Worker's own stands at the last one (tests/long-browser/consent-sources.test.ts)
  const redirects = ['/validator', '/opt-out']
  expect(Object.keys(WEB_ROUTES).filter((route) => !shown.has(route) && !redirects.includes(route))).toEqual([])
})

lookAtScreens(usualLook)
