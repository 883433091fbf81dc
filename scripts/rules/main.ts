// npm run rules: writes the links of docs/rules.md again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagsOf } from '../flags.ts'
import { root } from '../stack/shell.ts'
import { citations, RULES_PAGE, withLinks } from './page.ts'

flagsOf('npm run rules', {})
const path = join(root, RULES_PAGE)
writeFileSync(path, withLinks(readFileSync(path, 'utf8'), citations()))
