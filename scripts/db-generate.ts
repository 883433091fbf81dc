// `npm run db:generate -- --name what_it_does`: drizzle-kit writes the migration with its snapshot, and the one before it goes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { dropOlderSnapshots } from './snapshots.ts'
import { programOf } from './stack/programs.ts'
import { root, toolEnv } from './stack/shell.ts'

const { file, args } = programOf(root, 'drizzle-kit', ['generate', ...process.argv.slice(2)])
// drizzle-kit asks whether a column was renamed
const { status } = spawnSync(file, args, { cwd: root, env: toolEnv(), stdio: 'inherit', windowsHide: true })
if (status === 0) dropOlderSnapshots(join(root, 'migrations/meta'))
process.exitCode = status ?? 1
