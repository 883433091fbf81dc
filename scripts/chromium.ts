// A Chromium or Chrome for the browser tests: the machine's own, or else Debian's if this user may install it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
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

/** Path of a browser; null: there is none. CHROMIUM_PATH wins. */
const findChromium = (): string | null => {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return runs(named) ? named : null
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES]
  return candidates.find(runs) ?? null
}

/** @throws Error with one line that says what to install. */
export const sureChromium = (): string => {
  const found = findChromium()
  if (found !== null) return found
  const hint = 'The browser tests need Chromium or Chrome on PATH (Debian: apt-get install chromium), or CHROMIUM_PATH.'
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error(hint)
  console.log('test: installing Chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args: string[]): boolean => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  apt(['update'])
  apt(['install', '-y', '--no-install-recommends', 'chromium'])
  const installed = findChromium()
  if (installed === null) throw new Error(hint)
  return installed
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
