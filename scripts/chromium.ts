// A Chromium or Chrome for the browser tests: the machine's own, or else Debian's if this user may install it. The headless shell comes
// before a whole browser: it draws the same pages without windows around them, for two thirds of the processor's time.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const SHELL = 'chromium-headless-shell'
const PACKAGES = [SHELL, 'chromium'] as const
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findOf = (names: readonly string[], places: readonly string[] = []): string | null => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find(runs) ?? null
}
const findShell = (): string | null => findOf([SHELL])
const findWhole = (): string | null => findOf(WHOLE, PLACES)
const hint = `The browser tests need Chromium or Chrome on PATH (Debian: apt-get install ${PACKAGES.join(' ')}), or CHROMIUM_PATH.`
/** CHROMIUM_PATH wins over whatever else is there. @throws Error when it leads nowhere */
const named = (): string | null => {
  const path = process.env['CHROMIUM_PATH']
  if (path === undefined || path === '') return null
  if (!runs(path)) throw new Error(`CHROMIUM_PATH leads to no program. ${hint}`)
  return path
}

/** Installs what Debian has of the two where this user may; anyone who asks looks again afterwards. */
const install = (): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  console.log('test: installing Chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args: string[]): boolean => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  apt(['update'])
  // one by one: an older Debian has no shell
  for (const name of PACKAGES) apt(['install', '-y', '--no-install-recommends', name])
}
const orInstalled = (find: () => string | null): string => {
  const found = named() ?? find() ?? (install(), find())
  if (found === null) throw new Error(hint)
  return found
}

/**
 * Path of the quickest one there is. @param whole one that shows notifications, which the shell does not
 * @throws Error with one line that says what to install
 */
export const sureChromium = (whole = false): string =>
  orInstalled(() => (whole ? findWhole() : (findShell() ?? findWhole())))
/** Before many tests: the shell is worth its installation. @throws Error with one line that says what to install. */
export const prepareChromium = (): void => {
  if (named() === null && !(findShell() && findWhole())) install()
  sureChromium()
}

/** Flags that keep a headless browser offline and quiet. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
