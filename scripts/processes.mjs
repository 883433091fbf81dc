// Processes on Linux, macOS and Windows: identifies one, lists who runs in a group, and ends a whole group.
// Windows has no groups: there a group is its head with all descendants. Builtin modules only: runs before the install.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ pid: number, born: string | null }} Identity born: null when there is no such process
 * @typedef {{ pid: number, parent: number, group: number, zombie: boolean, born: string }} Row
 * @typedef {'proc' | 'ps' | 'cim'} Source where the table of processes is read: /proc, ps, Windows' CIM
 */

/** @type {Source} */
const HERE = process.platform === 'linux' ? 'proc' : process.platform === 'win32' ? 'cim' : 'ps'

// One language and one time zone, because processes with different environments compare start times as text.
const run = (file, args) =>
  execFileSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
const powershell = (command) => run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command])

// "pid (any name) state parent group … started": the name may hold spaces and brackets.
const procStat = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { zombie: fields[0] === 'Z', parent: Number(fields[1]), group: Number(fields[2]), born: fields[19] }
}

/** @type {Record<Source, (pid: number) => string | null>} */
const BIRTHS = {
  proc: (pid) => {
    const stat = procStat(pid)
    return stat.zombie ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${stat.born}`
  },
  ps: (pid) => {
    const [state, ...born] = run('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)])
      .trim()
      .split(/\s+/)
    return state.startsWith('Z') ? null : born.join(' ')
  },
  cim: (pid) => {
    process.kill(pid, 0) // throws when there is none, at no cost
    try {
      return powershell(
        `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CreationDate.ToUniversalTime().Ticks`,
      ).trim()
    } catch {
      // A policy of the machine forbids the question: a living process must not count as dead, or a lock would be broken.
      return 'unknown'
    }
  },
}

/** @param {number} pid @param {Source} [source] @returns {Identity} */
export const identityOf = (pid, source = HERE) => {
  try {
    return { pid, born: BIRTHS[source](pid) }
  } catch {
    return { pid, born: null }
  }
}
/** true: it is the recorded process, not another one that got its pid. @param {Identity | null | undefined} who */
export const lives = (who, source = HERE) =>
  who !== null && who !== undefined && who.born !== null && identityOf(who.pid, source).born === who.born

// A -o for each column: POSIX reads "-o pid=,ppid=" as one column with the heading ",ppid=".
const PS_TABLE = ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat=']
/** @param {string} text @returns {Row[]} */
export const parsePs = (text) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length >= 4)
    .map(([pid, parent, group, state]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      zombie: state.startsWith('Z'),
      born: '',
    }))

const CIM_TABLE =
  'Get-CimInstance Win32_Process | Where-Object CreationDate | ' +
  'ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.ToUniversalTime().Ticks)" }'
/** @param {string} text @returns {Row[]} */
export const parseCim = (text) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 3)
    .map(([pid, parent, born]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(pid),
      zombie: false,
      born,
    }))

/** @type {Record<Source, () => Row[]>} */
const TABLES = {
  proc: () =>
    readdirSync('/proc').flatMap((name) => {
      try {
        return /^\d+$/.test(name) ? [{ pid: Number(name), ...procStat(name) }] : []
      } catch {
        return [] // ended meanwhile
      }
    }),
  ps: () => parsePs(run('ps', PS_TABLE)),
  cim: () => parseCim(powershell(CIM_TABLE)),
}

/** Everything that these processes started, directly or not. @param {Row[]} rows @param {number[]} heads */
export const descendantsOf = (rows, heads) => {
  const found = new Set(heads)
  // a loop over a Set also visits what is added while it runs
  for (const pid of found) {
    for (const row of rows) {
      // no child is older than its parent; if it is, the parent only got the pid of the real one
      const parent = rows.find((other) => other.pid === pid)
      if (row.parent === pid && row.pid !== pid && !(parent && BigInt(row.born) < BigInt(parent.born)))
        found.add(row.pid)
    }
  }
  return rows.filter((row) => found.has(row.pid) && !heads.includes(row.pid)).map((row) => row.pid)
}

/**
 * Pids that run in a group. A killed process that its parent has not reaped (a zombie) does not run any more.
 * @param {Identity} head
 */
export const membersOf = (head, source = HERE) => {
  const rows = TABLES[source]().filter((row) => !row.zombie)
  if (source !== 'cim') return rows.filter((row) => row.group === head.pid).map((row) => row.pid)
  // Windows reuses pids at once: if the head is not the recorded process nothing is known about its group
  const isThere = rows.some((row) => row.pid === head.pid && row.born === head.born)
  return isThere ? [head.pid, ...descendantsOf(rows, [head.pid])] : []
}

const taskkill = (pids) => {
  // one call for each, because a pid that just ended makes its whole call fail
  for (const pid of pids) {
    try {
      run('taskkill', ['/T', '/F', '/PID', String(pid)])
    } catch {
      // it ended meanwhile
    }
  }
}

/** Windows has no signal that asks a process to end: SIGKILL ends the group there, and any other signal does nothing. */
export const signalGroup = (/** @type {Identity} */ head, /** @type {NodeJS.Signals} */ signal) => {
  if (HERE === 'cim') {
    if (signal === 'SIGKILL') taskkill(membersOf(head))
    return
  }
  try {
    process.kill(-head.pid, signal)
  } catch {
    // nobody left in it
  }
}

/** On Windows ends the processes that a child left when it exited, because there are no groups. Elsewhere the group ends them. */
export const endStraysOf = (/** @type {number} */ pid) => {
  if (HERE === 'cim') taskkill(descendantsOf(TABLES.cim(), [pid]))
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/**
 * Asks a whole group to end, then kills it. Resolves when nobody is left in it.
 * @param {Identity} head
 * @param {number} graceMs how long SIGTERM may take; 0 on Windows, where nothing can ask
 */
export const endGroup = async (head, graceMs, source = HERE) => {
  const stepMs = source === 'proc' ? 50 : 200
  const grace = source === 'cim' ? 0 : graceMs
  signalGroup(head, 'SIGTERM')
  for (let waited = 0; waited < grace && membersOf(head, source).length > 0; waited += stepMs) await pause(stepMs)
  while (membersOf(head, source).length > 0) {
    signalGroup(head, 'SIGKILL')
    await pause(30)
  }
}
